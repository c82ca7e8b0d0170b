import { useSignal } from "@preact/signals"
import { shellTexts } from "../texts/shell.ts"
import { Icon } from "./icon.tsx"

const SHOWN_MS = 1500

/** Copies a text to the clipboard, even if the page has no permission for the clipboard. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.createElement("textarea")
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand("copy")
    area.remove()
  }
}

/** Button that copies a text. Without `label`, it shows only an icon. */
export function CopyButton({ text, label, name }: { text: string; label?: string; name?: string }) {
  const isCopied = useSignal(false)
  const copy = async () => {
    await copyText(text)
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, SHOWN_MS)
  }
  const t = shellTexts()
  return (
    <button
      type="button"
      class={label === undefined ? "button plain small" : "button small"}
      aria-label={label === undefined ? (name ?? t.copy) : undefined}
      title={name ?? t.copy}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
      {label === undefined ? null : isCopied.value ? t.copied : label}
      {label === undefined && isCopied.value ? <span class="copied">{t.copied}</span> : null}
    </button>
  )
}

const MAX_ID_CHARACTERS = 13

export const shortenId = (id: string): string =>
  id.length > MAX_ID_CHARACTERS ? `${id.slice(0, 6)}…${id.slice(-4)}` : id

/** Shows the start of a long ID. The whole ID appears on hover and is what gets copied. */
export function Id({ id }: { readonly id: string }) {
  return (
    <span class="id">
      <code title={id}>{shortenId(id)}</code>
      <CopyButton text={id} name={shellTexts().copyId(id)} />
    </span>
  )
}

export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} />
    </div>
  )
}

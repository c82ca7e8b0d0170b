import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"
import { shellTexts } from "../texts/shell.ts"
import { Icon } from "./icon.tsx"

/** Modal dialog. Escape closes it. The focus then returns to the element that had it before. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={props.wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <button type="button" class="button plain" aria-label={shellTexts().close} onClick={props.onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  )
}

import { useSignal } from "@preact/signals"
import { person } from "../../state/people.ts"
import { reasonOf } from "../../state/reason.ts"
import { fieldTexts } from "../../texts/fields.ts"
import { Drop } from "../drop.tsx"
import { Icon } from "../icon.tsx"
import type { ControlProps } from "./control-props.ts"

/** Input for a file field. Uploads files as soon as they are chosen. Saving the item then adds them to it. */
export function Files({ id, draft, names, onChange }: ControlProps) {
  const t = fieldTexts()
  const uploaded = useSignal<ReadonlyMap<string, string>>(new Map())
  const isBusy = useSignal(false)
  const failure = useSignal<string | undefined>(undefined)
  const files = typeof draft === "string" ? [] : draft
  const upload = async (chosen: readonly File[]) => {
    const who = person.peek()
    if (who === undefined || chosen.length === 0) return
    isBusy.value = true
    failure.value = undefined
    const ids = [...files]
    try {
      for (const file of chosen) {
        const { file_id } = await who.act.uploadFileDetached({ file, form: { filename: file.name } })
        ids.push(file_id)
        uploaded.value = new Map(uploaded.peek()).set(file_id, file.name)
      }
    } catch (error) {
      failure.value = reasonOf(error)
    }
    isBusy.value = false
    onChange(ids)
  }
  const nameOf = (file: string) => uploaded.value.get(file) ?? names?.get(file) ?? file
  return (
    <Drop id={id} choose={isBusy.value ? t.uploading : t.dropFiles} isSmall onFiles={(chosen) => void upload(chosen)}>
      {files.map((file) => (
        <p key={file} class="tools">
          <span class="cut">{nameOf(file)}</span>
          <button
            type="button"
            class="button plain small"
            aria-label={t.remove(nameOf(file))}
            onClick={() => onChange(files.filter((other) => other !== file))}
          >
            <Icon name="close" />
          </button>
        </p>
      ))}
      {failure.value === undefined ? null : <p class="field-error">{failure.value}</p>}
    </Drop>
  )
}

import { inBrackets } from "../../texts/language.ts"
import { sendingTexts } from "../../texts/sending.ts"
import { FieldNotes } from "./field-notes.tsx"

interface Props {
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** All valid values, for a select. Empty if any text is valid. */
  readonly choices: readonly string[]
  readonly value: string
  readonly refused?: string | undefined
  onSet(name: string, value: string): void
}

export function ParameterField({ name, required, description, choices, value, refused, onSet }: Props) {
  const id = `parameter-${name}`
  const about = [...(refused === undefined ? [] : [`${id}-error`]), ...(description === "" ? [] : [`${id}-about`])]
  const common = {
    id,
    required,
    "aria-invalid": refused !== undefined,
    "aria-describedby": about.length === 0 ? undefined : about.join(" "),
    value,
  }
  return (
    <div class="field">
      <label for={id}>
        {name} {required ? <span class="hint">{inBrackets(sendingTexts().required)}</span> : null}
      </label>
      {choices.length === 0 ? (
        <input {...common} onInput={({ currentTarget }) => onSet(name, currentTarget.value)} />
      ) : (
        <select {...common} onChange={({ currentTarget }) => onSet(name, currentTarget.value)}>
          <option value="" />
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      <FieldNotes id={id} refused={refused} description={description} />
    </div>
  )
}

import { people } from "../../state/people.ts"
import { fieldTexts } from "../../texts/fields.ts"
import type { ControlProps } from "./control-props.ts"
import { appearanceOf } from "./data-types.ts"
import { isList } from "./field.ts"
import { Files } from "./files.tsx"
import { Lookup } from "./lookup.tsx"
import { TypedInput } from "./typed-input.tsx"

export function FieldControl(props: ControlProps) {
  const { id, field, draft, onChange, error } = props
  const text = typeof draft === "string" ? draft : ""
  const described = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined ? undefined : `${id}-error`,
    "aria-required": props.isMandatory,
  }
  const { control } = appearanceOf(field)
  switch (control) {
    case "textarea":
      return <textarea {...described} value={text} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    case "options":
      return (
        <select {...described} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{fieldTexts().nothing}</option>
          {(field.options ?? []).map(({ display_id, value, enabled }) => (
            <option key={display_id} value={display_id} disabled={!enabled && display_id !== text}>
              {value}
            </option>
          ))}
        </select>
      )
    case "checks":
      return (
        <Checks
          {...props}
          choices={(field.options ?? []).map(({ display_id, value }) => ({ id: display_id, name: value }))}
        />
      )
    case "users": {
      const choices = (people.value ?? []).map(({ u_id, username, email }) => ({ id: u_id, name: username || email }))
      if (props.isSingle !== true) return <Checks {...props} choices={choices} />
      return (
        <select
          {...described}
          value={typeof draft === "string" ? draft : (draft[0] ?? "")}
          onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? [] : [currentTarget.value])}
        >
          <option value="">{fieldTexts().nothing}</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.name}
            </option>
          ))}
        </select>
      )
    }
    case "lookup":
      return <Lookup {...props} />
    case "files":
      return <Files {...props} />
    case "none":
      return <TypedInput {...described} inputType="text" value={text} onInput={onChange} />
    default:
      return <TypedInput {...described} inputType={control} value={text} onInput={onChange} />
  }
}

interface Choice {
  readonly id: string
  readonly name: string
}

function Checks({ id, field, draft, onChange, choices }: ControlProps & { readonly choices: readonly Choice[] }) {
  const chosen = isList(field) && typeof draft !== "string" ? draft : []
  return (
    <span class="checks" id={id} role="group" aria-label={field.name}>
      {choices.map((choice) => (
        <label key={choice.id} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(choice.id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, choice.id] : chosen.filter((other) => other !== choice.id))
            }
          />
          {choice.name}
        </label>
      ))}
    </span>
  )
}

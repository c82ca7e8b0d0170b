import type { Signal } from "@preact/signals"
import { useSignal } from "@preact/signals"
import { jsonText } from "../../parts/json.tsx"
import { BodyText } from "../../parts/sending/body-text.tsx"
import { FieldNotes } from "../../parts/sending/field-notes.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { consoleTexts } from "../../texts/console.ts"
import { sendingTexts } from "../../texts/sending.ts"
import type { Member, Operation } from "./contract.ts"

interface Props {
  readonly operation: Operation
  /** Example of a valid body in this world. */
  readonly example: unknown
  /** Body as JSON text. The form shows the properties in it. */
  readonly body: Signal<string>
  /** Reasons why the API refused the body, by property. */
  readonly refused: ReadonlyMap<string, string>
}

type Json = Readonly<Record<string, unknown>>

/** Parses a JSON object. Returns undefined for other text. */
export function objectOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Input for an operation's body: a form with a field for each property, or a text area for JSON. */
export function Body({ operation, example, body, refused }: Props) {
  const t = consoleTexts()
  const shown = useSignal("form")
  const value = objectOf(body.value)
  return (
    <fieldset class="field">
      <legend>{t.body}</legend>
      <div class="tools">
        {example === undefined ? null : (
          <button
            type="button"
            class="button small"
            onClick={() => {
              body.value = jsonText(example)
            }}
          >
            {t.example}
          </button>
        )}
      </div>
      <Tabs
        label={t.body}
        open={value === undefined ? "json" : shown.value}
        onOpen={(key) => {
          shown.value = key
        }}
        tabs={[
          {
            key: "form",
            title: t.form,
            content: () => (
              <div class="cards">
                {(operation.body ?? []).map((member) => (
                  <MemberField
                    key={member.name}
                    member={member}
                    example={exampleOf(example, member)}
                    value={value?.[member.name]}
                    refused={refused.get(member.name)}
                    onChange={(next) => {
                      const { [member.name]: _, ...rest } = value ?? {}
                      body.value = jsonText(next === undefined ? rest : { ...rest, [member.name]: next })
                    }}
                  />
                ))}
              </div>
            ),
          },
          {
            key: "json",
            title: "JSON",
            content: () => <BodyText id="console-body" body={body} isBad={value === undefined} isNamed />,
          },
        ]}
      />
    </fieldset>
  )
}

/** Returns the example of a property in this world, or else the contract's, which names datastores and fields of the demo. */
function exampleOf(example: unknown, { name, example: ofContract }: Member): string {
  const value: unknown = typeof example === "object" && example !== null ? Reflect.get(example, name) : undefined
  return value === undefined ? ofContract : typeof value === "string" ? value : JSON.stringify(value)
}

interface FieldProps {
  readonly member: Member
  readonly example: string
  readonly value: unknown
  readonly refused: string | undefined
  /** Called with the new value. Undefined removes the property from the body. */
  onChange(value: unknown): void
}

function MemberField({ member, example, value, refused, onChange }: FieldProps) {
  const t = sendingTexts()
  const { name, type, required, description, choices } = member
  const id = `member-${name}`
  const isJson = !["string", "number", "integer", "boolean"].includes(type)
  // Text as typed. It may be incomplete JSON, and formatting the parsed value could change it.
  const written = useSignal("")
  const meant = meaningOf(written.value, type)
  const isBad = written.value !== "" && meant === undefined
  const isWritten = isBad || JSON.stringify(meant?.value) === JSON.stringify(value)
  const shown = isWritten ? written.value : value === undefined ? "" : jsonText(value)
  const write = (next: string) => {
    written.value = next
    const said = meaningOf(next, type)
    if (next === "" || said !== undefined) onChange(said?.value)
  }
  const about = [...(description === "" ? [] : [`${id}-about`]), ...(refused || isBad ? [`${id}-error`] : [])]
  const common = {
    id,
    "aria-invalid": refused !== undefined || isBad,
    "aria-required": required,
    // Makes the form invalid while the value is not valid JSON, so that it cannot be sent.
    ref: (element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) =>
      element?.setCustomValidity(isBad ? t.notJson : ""),
    "aria-describedby": about.length === 0 ? undefined : about.join(" "),
  }
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="hint">{required ? `${type}, ${t.required}` : type}</span>
      </label>
      {choices.length > 0 ? (
        <select {...common} value={shown} onChange={({ currentTarget }) => write(currentTarget.value)}>
          <option value="" />
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : isJson ? (
        <textarea
          {...common}
          class="code"
          rows={3}
          placeholder={example}
          value={shown}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          inputMode={type === "string" ? "text" : "decimal"}
          placeholder={example}
          value={shown}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      )}
      <FieldNotes id={id} refused={isBad ? t.notJson : refused} description={description} />
    </div>
  )
}

/** Parses a field's text as a value of the type. Returns undefined if the text is empty or incomplete. */
function meaningOf(text: string, type: string): { readonly value: unknown } | undefined {
  if (text === "") return undefined
  if (type === "string") return { value: text }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return type === "" ? { value: text } : undefined
  }
}

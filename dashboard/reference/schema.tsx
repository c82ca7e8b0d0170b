import { referenceTexts } from "../texts/reference.ts"
import { isObject, type Json, listAt, objectAt, type Reference, textAt } from "./document.ts"

/** Deeper than this, members are not drawn: a schema may lead back to itself. */
const DEEPEST = 6

interface Props {
  readonly schema: Json
  readonly reference: Reference
  readonly depth?: number
}

/** The members of a schema, each with its type and what it means. */
export function Schema({ schema, reference, depth = 0 }: Props) {
  const t = referenceTexts()
  const members = membersOf(reference.resolve(schema), reference)
  if (members.length === 0 || depth > DEEPEST) return null
  return (
    <ul class="members">
      {members.map(({ name, schema: member, required }) => (
        <li key={name}>
          <code class="member">{name}</code> <span class="soft">{typeOf(member, reference)}</span>
          {required ? <span class="soft"> · {t.required}</span> : null}
          <About schema={member} reference={reference} />
          {membersOf(inner(member, reference), reference).length === 0 ? null : (
            <details>
              <summary>{t.membersOf(name)}</summary>
              <Schema schema={inner(member, reference)} reference={reference} depth={depth + 1} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a value means and what it may be. */
export function About({ schema, reference }: Omit<Props, "depth">) {
  const t = referenceTexts()
  const resolved = reference.resolve(schema)
  const description = textAt(schema, "description") || textAt(resolved, "description")
  const choices = listAt(resolved, "enum").map(String)
  const bounds = boundsOf(resolved)
  return (
    <>
      {description === "" ? null : <div>{description}</div>}
      {choices.length === 0 ? null : (
        <div class="soft">
          {t.oneOf} <code>{choices.join(" · ")}</code>
        </div>
      )}
      {bounds === "" ? null : <div class="soft">{bounds}</div>}
    </>
  )
}

interface Member {
  readonly name: string
  readonly schema: Json
  readonly required: boolean
}

function membersOf(schema: Json, reference: Reference): readonly Member[] {
  const required = new Set(listAt(schema, "required"))
  const own = Object.entries(objectAt(schema, "properties")).map(([name, member]) => ({
    name,
    schema: isObject(member) ? member : {},
    required: required.has(name),
  }))
  const alternatives = [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf"), ...listAt(schema, "allOf")]
  const names = new Set(own.map(({ name }) => name))
  const others = alternatives
    .filter(isObject)
    .flatMap((alternative) => membersOf(reference.resolve(alternative), reference))
    .filter(({ name }) => !names.has(name) && names.add(name))
  return [...own, ...others]
}

/** What the items of a list, or the values of a record, are. */
function inner(schema: Json, reference: Reference): Json {
  const resolved = reference.resolve(schema)
  const next = isObject(resolved.items) ? resolved.items : resolved.additionalProperties
  return isObject(next) && textAt(resolved, "type") !== "" && !("properties" in resolved)
    ? inner(next, reference)
    : resolved
}

/** A type in a few words, e.g. `string | null` or `Item[]`. */
export function typeOf(schema: Json, reference: Reference): string {
  const named = textAt(schema, "$ref")
  if (named !== "") return named.split("/").at(-1) ?? ""
  const alternatives = [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")].filter(isObject)
  if (alternatives.length > 0) return [...new Set(alternatives.map((one) => typeOf(one, reference)))].join(" | ")
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.type === "array") return `${typeOf(objectAt(schema, "items"), reference) || "any"}[]`
  const types = Array.isArray(schema.type) ? schema.type.join(" | ") : textAt(schema, "type")
  const format = textAt(schema, "format")
  return (types || "any") + (format === "" ? "" : ` (${format})`)
}

const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf", "pattern"]

const boundsOf = (schema: Json): string =>
  BOUNDS.flatMap((name) =>
    name in schema && !isEveryInteger(name, schema[name]) ? [`${name} ${schema[name]}`] : [],
  ).join(" · ")

/** The bounds of what JavaScript calls a safe integer say nothing. */
const isEveryInteger = (name: string, value: unknown): boolean =>
  /imum$/.test(name) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

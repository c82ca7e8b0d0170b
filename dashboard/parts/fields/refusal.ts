import { ApiError } from "../../api/person.ts"
import { explainedReason } from "../../state/reason.ts"
import type { Field } from "./field.ts"

/** Error messages of a refused request: those of fields, by display ID, and the remaining text. */
export interface Refusal {
  readonly fields: ReadonlyMap<string, string>
  readonly rest: string | undefined
}

/** Assigns the messages of an error response to fields by their `reference_id`, `f_id:<id>` (errors.md). */
export async function refusalOf(error: unknown, fields: readonly Field[]): Promise<Refusal> {
  const reasons = new Map<string, string>()
  const rest: string[] = []
  for (const { reference, text } of findingsIn(error)) {
    const field = fields.find(({ field_id, display_id }) => reference === field_id || reference === display_id)
    if (field === undefined) rest.push(text)
    else reasons.set(field.display_id, text)
  }
  if (reasons.size === 0 && rest.length === 0) rest.push(await explainedReason(error))
  return { fields: reasons, rest: rest.length === 0 ? undefined : rest.join("\n") }
}

function findingsIn(error: unknown): { readonly reference: string; readonly text: string }[] {
  const body = error instanceof ApiError ? error.body : undefined
  if (typeof body !== "object" || body === null) return []
  const lists = ["errors", "error"]
    .map((name): unknown => Reflect.get(body, name))
    .filter((value) => Array.isArray(value))
  return lists.flat().flatMap((finding: unknown) => {
    if (typeof finding !== "object" || finding === null) return []
    const text = textOf(finding, "error") ?? textOf(finding, "description") ?? textOf(finding, "error_code")
    const reference = (textOf(finding, "reference_id") ?? "").replace(/^f_id:/, "")
    return text === undefined ? [] : [{ reference, text }]
  })
}

function textOf(value: object, name: string): string | undefined {
  const member: unknown = Reflect.get(value, name)
  return typeof member === "string" && member !== "" ? member : undefined
}

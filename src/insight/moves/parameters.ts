import { nearest } from "../../model/index.ts"
import type { Edit, InputIssue, InputPath } from "../tried-request.ts"
import type { Candidate, Refused } from "./move.ts"

/** Makes candidates from the errors of the input's schema: one that mends all of them at once, or else each possible value. */
export function parameterCandidates({ issues }: Refused): Candidate[] {
  const found = issues()
  const fixes = found.map((issue) => fixesOf(issue))
  const [first] = fixes
  if (first === undefined || fixes.some((values) => values.length === 0)) return []
  const others: Edit[] = found.slice(1).map(({ path }, at) => ({ path, value: fixes[at + 1]?.[0] }))
  return first.map((value) => {
    const edits = [{ path: (found[0] as InputIssue).path, value }, ...others]
    return sendAll(edits)
  })
}

function sendAll(edits: readonly Edit[]): Candidate {
  const [{ path, value } = { path: [""] as InputPath, value: undefined }] = edits
  const field = edits.map((edit) => edit.path.join("."))
  if (value === undefined) return { kind: "member_omitted", facts: { field }, edits }
  const shown = edits.map((edit) => (edit.value === undefined ? "omitted" : JSON.stringify(edit.value)))
  return { kind: "value_sent", facts: { field: field.length === 1 ? path.join(".") : field, value: shown }, edits }
}

/** Returns values that may be right, the nearest to the received one first. Undefined omits the property. */
function fixesOf({ code, received, values, expected, minimum, maximum }: InputIssue): unknown[] {
  const isSent = received !== undefined
  const omitted = isSent ? [undefined] : []
  switch (code) {
    case "invalid_value": {
      const texts = (values ?? []).map(String)
      const meant = nearest(String(received), texts)
      const all = meant === undefined ? (values ?? []) : [(values ?? [])[texts.indexOf(meant)]]
      return [...all.slice(0, 2), ...omitted]
    }
    case "too_small":
      return [...(typeof received === "number" ? [minimum] : []), ...omitted]
    case "too_big":
      if (typeof received === "number") return [maximum, ...omitted]
      if (typeof received === "string" || Array.isArray(received)) return [received.slice(0, maximum), ...omitted]
      return omitted
    case "invalid_type":
    case "invalid_union":
    case "custom":
      return [...conversionsOf(received, expected), ...omitted]
    default:
      return omitted
  }
}

/** Returns the received value as the expected type. */
function conversionsOf(received: unknown, expected: string | undefined): unknown[] {
  switch (expected) {
    case "string":
      return typeof received === "number" || typeof received === "boolean" ? [String(received)] : []
    case "number":
    case "int": {
      const number = typeof received === "boolean" ? Number.NaN : Number(received ?? Number.NaN)
      return received !== "" && Number.isFinite(number) ? [Math.round(number)] : [1]
    }
    case "boolean":
      return [received === 1 || received === "true" || received === "1"]
    case "array":
      return received === undefined ? [[]] : [[received], []]
    case "object":
    case "record":
      return [{}]
    default:
      return []
  }
}

import { causesText, causeText, type FactValue, type RefusalCause, sectionOf } from "../../../src/model/index.ts"
import type { WireRequest } from "../shapes/requests.ts"
import { redactedValue } from "./secrets.ts"

/** Maximum number of elements of a list in a fact. */
const MAX_ELEMENTS = 50

/** Returns the causes of a refusal for a log entry, without the request's secrets. */
export function presentCauses(causes: readonly RefusalCause[], secrets: ReadonlySet<string>): Partial<WireRequest> {
  if (causes.length === 0) return {}
  const presented = causes.map((cause) => ({
    kind: cause.kind,
    says: causeText(cause),
    facts: Object.entries(cause.facts).map(([name, value]) => ({ name, value: shortenValue(value) })),
    section: sectionOf(cause),
  }))
  return redactedValue({ why: causesText(causes), causes: presented }, secrets) as Partial<WireRequest>
}

export const shortenValue = (value: FactValue): string | number | string[] =>
  typeof value === "object" ? value.slice(0, MAX_ELEMENTS) : value

import { failureLines } from "../../../src/insight/index-explanations.ts"
import { type Explanation, STATUSES } from "../../../src/model/index.ts"
import { brief, isPlain, isThenable } from "./format.ts"
import { fitsText, kindOfThing, type MatcherState, requireText, requireWanted, type Verdict } from "./matching.ts"

/** The expected refusal. Omitted properties match anything. */
export interface RefusalWanted {
  /** Expected HTTP status, e.g. 403. */
  readonly status?: number
  /** Expected error code, e.g. `INVALID_VALUE`. */
  readonly code?: string
  /** Expected message: the whole text, or a pattern for a part of it. */
  readonly message?: string | RegExp
  /** Name of a field that the refusal must report as invalid. */
  readonly field?: string
}

interface Refusal {
  readonly status: number
  readonly code: string | null
  readonly message: string
  readonly findings?: readonly { readonly description: string }[]
  readonly explain?: () => Promise<Explanation>
}

const isRefusal = (thing: unknown): thing is Refusal =>
  thing instanceof Error && "status" in thing && typeof thing.status === "number" && "code" in thing

type Outcome = { readonly error: unknown } | { readonly result: unknown }

const EXPECTED_ARGUMENT = "the promise of an API call, a function that makes the call, or the call's error"
const KNOWN_PROPERTIES = ["status", "code", "message", "field"] as const
const CODES: readonly string[] = Object.keys(STATUSES)

async function outcomeOf(given: unknown): Promise<Outcome> {
  if (given instanceof Error) return { error: given }
  if (typeof given !== "function" && !isThenable(given)) {
    const hint = isResponse(given) ? `; ${RESPONSE_HINT}` : ""
    throw new TypeError(`toBeRefusedWith expects ${EXPECTED_ARGUMENT}, received ${kindOfThing(given)}${hint}`)
  }
  try {
    return { result: await (typeof given === "function" ? given() : given) }
  } catch (error) {
    return { error }
  }
}

/** Returns the step that refused the call and ways to success, for a call in this process. */
async function explain(error: Refusal): Promise<readonly string[]> {
  // Errors of other realms and of clients of a server have no method `explain`, or can't be explained.
  const explanation = await error.explain?.().catch(() => undefined)
  return explanation === undefined ? [] : failureLines(explanation)
}

const isResponse = (thing: unknown): thing is Response =>
  typeof thing === "object" && thing !== null && "headers" in thing && "ok" in thing && "status" in thing

const RESPONSE_HINT = "fetch also resolves if the API refuses; use expect(response.status).toBe(…) instead"

/** Expected status, expected code, or an object of expected properties; e.g. `403` or `"INVALID_VALUE"`. */
export type RefusalGiven = number | string | RefusalWanted

function asWanted(given: RefusalGiven): RefusalWanted {
  const wanted = typeof given === "number" ? { status: given } : typeof given === "string" ? { code: given } : given
  if (!isPlain(wanted)) {
    throw new TypeError(
      `toBeRefusedWith expects a status, a code or { status, code, message, field }, received ${brief(given)}`,
    )
  }
  const { status, code, message } = requireWanted("toBeRefusedWith", wanted, KNOWN_PROPERTIES)
  const isStatus = status === undefined || (Number.isInteger(status) && status >= 200 && status <= 599)
  if (!isStatus) throw new TypeError(`toBeRefusedWith: expected a status such as 403, received ${brief(status)}`)
  if (code !== undefined && (typeof code !== "string" || /^\d+$/.test(code))) {
    throw new TypeError(
      `toBeRefusedWith: expected a code such as "INVALID_VALUE", received ${brief(code)}; a status is a number such as 400`,
    )
  }
  requireText("toBeRefusedWith", "message", message)
  return wanted
}

export async function toBeRefusedWith(this: MatcherState, given: unknown, how: RefusalGiven): Promise<Verdict> {
  // Awaits the call before validating `how`. Otherwise a rejection of the call would be unhandled if `how` is invalid.
  const outcome = await outcomeOf(given)
  const wanted = asWanted(how)
  const fail = (received: string): Verdict => ({
    pass: false,
    message: () => `expected the API to refuse the call with ${brief(wanted)}, but the call ${received}`,
  })
  if ("result" in outcome) {
    const { result } = outcome
    return fail(
      `succeeded with ${isResponse(result) ? `a response with status ${result.status}; ${RESPONSE_HINT}` : brief(result)}`,
    )
  }
  const { error } = outcome
  if (!isRefusal(error)) {
    // With `.not`, an error that is not a refusal must still fail the test.
    if (this.isNot === true) throw error
    return fail(`failed with another error: ${String(error)}`)
  }
  const { status, code, message, findings = [] } = error
  if (wanted.code !== undefined && wanted.code !== code && !CODES.includes(wanted.code)) {
    throw new TypeError(`toBeRefusedWith: unknown code ${wanted.code}; the codes are ${CODES.join(", ")}`)
  }
  const isMessage = wanted.message === undefined || fitsText(this, message, wanted.message)
  const pass =
    isMessage &&
    (wanted.status === undefined || wanted.status === status) &&
    (wanted.code === undefined || wanted.code === code) &&
    (wanted.field === undefined || findings.some(({ description }) => description === wanted.field))
  const isPart = !isMessage && typeof wanted.message === "string" && message.includes(wanted.message)
  const hint = isPart ? "; to match a part of the message, use a RegExp" : ""
  const lines = pass === (this.isNot === true) ? await explain(error) : []
  return {
    pass,
    message: () =>
      [`expected ${pass ? "no " : "a "}refusal with ${brief(wanted)}, received: ${message}${hint}`, ...lines].join(
        "\n",
      ),
  }
}

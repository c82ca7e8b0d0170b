import { STATUSES } from "../../../src/inside.ts"
import { fitsText, kindOfThing, type MatcherState, requireText, requireWanted, type Verdict } from "./matching.ts"
import { brief, isPlain, isThenable } from "./format.ts"

/** What a refusal is to be; a member that is left out may be anything. */
export interface RefusalWanted {
  /** E.g. 403. */
  readonly status?: number
  /** E.g. `INVALID_VALUE`. */
  readonly code?: string
  /** The whole message, or a pattern that it fits. */
  readonly message?: string | RegExp
  /** Name of a field that is said to be wrong. */
  readonly field?: string
}

interface Refusal {
  readonly status: number
  readonly code: string | null
  readonly message: string
  readonly findings?: readonly { readonly description: string }[]
}

const isRefusal = (thing: unknown): thing is Refusal =>
  thing instanceof Error && "status" in thing && typeof thing.status === "number" && "code" in thing

/** A call that came to something. */
class Done {
  readonly answer: unknown

  constructor(answer: unknown) {
    this.answer = answer
  }
}

const HOW = "a call's promise, a function that calls, or the error of a refusal"
const KNOWN = ["status", "code", "message", "field"] as const
const CODES: readonly string[] = Object.keys(STATUSES)

/** What became of a call: a refusal, any other error, or its answer. */
async function outcomeOf(given: unknown): Promise<unknown> {
  if (given instanceof Error) return given
  if (typeof given !== "function" && !isThenable(given)) {
    const hint = isResponse(given) ? `: ${OF_A_RESPONSE}` : ""
    throw new TypeError(`toBeRefusedWith takes ${HOW}; it was given ${kindOfThing(given)}${hint}`)
  }
  try {
    return new Done(await (typeof given === "function" ? given() : given))
  } catch (error) {
    return error
  }
}

const isResponse = (thing: unknown): thing is Response =>
  typeof thing === "object" && thing !== null && "headers" in thing && "ok" in thing && "status" in thing

const OF_A_RESPONSE =
  "a fetch is answered where the API refuses, so compare its status, expect(response.status).toBe(…)"

/** Status and code in short: `403`, `"INVALID_VALUE"`, or an object of what is wanted. */
export type RefusalGiven = number | string | RefusalWanted

function asWanted(given: RefusalGiven): RefusalWanted {
  const wanted = typeof given === "number" ? { status: given } : typeof given === "string" ? { code: given } : given
  if (!isPlain(wanted)) {
    throw new TypeError(
      `toBeRefusedWith is told a status, a code or { status, code, message, field }; it was told ${brief(given)}`,
    )
  }
  const { status, code, message } = requireWanted("toBeRefusedWith", wanted, KNOWN)
  const isStatus = status === undefined || (Number.isInteger(status) && status >= 200 && status <= 599)
  if (!isStatus) throw new TypeError(`toBeRefusedWith: a status is a number such as 403, not ${brief(status)}`)
  if (code !== undefined && (typeof code !== "string" || /^\d+$/.test(code))) {
    throw new TypeError(
      `toBeRefusedWith: a code is a text such as "INVALID_VALUE", not ${brief(code)}; a status is a number, such as 400`,
    )
  }
  requireText("toBeRefusedWith", "message", message)
  return wanted
}

/** `toBeRefusedWith`: a call, in process or of the client, is refused so. */
export async function toBeRefusedWith(this: MatcherState, given: unknown, how: RefusalGiven): Promise<Verdict> {
  // Before what is wanted is looked at: a promise that nobody awaits would be told as a rejection besides.
  const outcome = await outcomeOf(given)
  const wanted = asWanted(how)
  if (outcome instanceof Done) {
    const { answer } = outcome
    const told = isResponse(answer) ? `a Response of status ${answer.status}: ${OF_A_RESPONSE}` : brief(answer)
    return {
      pass: false,
      message: () => `expected a refusal with ${brief(wanted)}, but it was answered ${told}`,
    }
  }
  if (!isRefusal(outcome)) {
    // Not refused so, but not what anybody meant by `.not` either.
    if (this.isNot === true) throw outcome
    return { pass: false, message: () => `expected a refusal with ${brief(wanted)}, but it failed: ${String(outcome)}` }
  }
  const { status, code, message, findings = [] } = outcome
  if (wanted.code !== undefined && wanted.code !== code && !CODES.includes(wanted.code)) {
    throw new TypeError(`toBeRefusedWith: there is no code ${wanted.code}; codes are ${CODES.join(", ")}`)
  }
  const isMessage = wanted.message === undefined || fitsText(this, message, wanted.message)
  const pass =
    isMessage &&
    (wanted.status === undefined || wanted.status === status) &&
    (wanted.code === undefined || wanted.code === code) &&
    (wanted.field === undefined || findings.some(({ description }) => description === wanted.field))
  const isPart = !isMessage && typeof wanted.message === "string" && message.includes(wanted.message)
  const hint = isPart ? "; a text is to be the whole message, for a part of it give a pattern" : ""
  return {
    pass,
    message: () => `expected ${pass ? "no " : "a "}refusal with ${brief(wanted)}, but it was: ${message}${hint}`,
  }
}

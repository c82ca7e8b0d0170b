import { brief, fitsText, kindOfThing, type MatcherState, type Verdict } from "./matching.ts"

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

/** What became of a call: a refusal, any other error, or its answer. */
async function outcomeOf(given: unknown): Promise<unknown> {
  if (given instanceof Error) return given
  const isCall = typeof given === "function" || given instanceof Promise
  if (!isCall) throw new TypeError(`toBeRefusedWith takes ${HOW}; it was given ${kindOfThing(given)}`)
  try {
    return new Done(await (typeof given === "function" ? given() : given))
  } catch (error) {
    return error
  }
}

/** Status and code in short: `403`, `"INVALID_VALUE"`, or an object of what is wanted. */
export type RefusalGiven = number | string | RefusalWanted

const asWanted = (given: RefusalGiven): RefusalWanted =>
  typeof given === "number" ? { status: given } : typeof given === "string" ? { code: given } : given

/** `toBeRefusedWith`: a call, in process or of the client, is refused so. */
export async function toBeRefusedWith(this: MatcherState, given: unknown, how: RefusalGiven): Promise<Verdict> {
  const wanted = asWanted(how)
  if (typeof wanted !== "object" || wanted === null) {
    throw new TypeError(
      `toBeRefusedWith is told a status, a code or { status, code, message, field }; it was told ${brief(how)}`,
    )
  }
  const outcome = await outcomeOf(given)
  if (outcome instanceof Done) {
    return {
      pass: false,
      message: () => `expected a refusal with ${brief(wanted)}, but it was answered ${brief(outcome.answer)}`,
    }
  }
  if (!isRefusal(outcome)) {
    return { pass: false, message: () => `expected a refusal with ${brief(wanted)}, but it failed: ${String(outcome)}` }
  }
  const { status, code, message, findings = [] } = outcome
  const pass =
    (wanted.status === undefined || wanted.status === status) &&
    (wanted.code === undefined || wanted.code === code) &&
    (wanted.message === undefined || fitsText(message, wanted.message)) &&
    (wanted.field === undefined || findings.some(({ description }) => description === wanted.field))
  return { pass, message: () => `expected ${pass ? "no " : "a "}refusal with ${brief(wanted)}, but it was: ${message}` }
}

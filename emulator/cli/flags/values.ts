import { areEscapesValid, nearest, readInstant } from "../../../src/model/index.ts"
import { smtpUrlFault } from "../../adapters/index.ts"

export type Read<Value = unknown> = (text: string) => Value

/** Thrown for an invalid value. The message says which values are valid. */
export class BadValue extends Error {}

export const wrong = (expected: string) => new BadValue(`Expected ${expected}.`)

export const oneOf =
  <const Choice extends string>(choices: readonly Choice[]): Read<Choice> =>
  (text) => {
    const chosen = choices.find((one) => one === text)
    if (chosen !== undefined) return chosen
    const meant = nearest(text, choices)
    const expected = `one of ${choices.join(", ")}`
    throw meant === undefined ? wrong(expected) : new BadValue(`Expected ${expected}; did you mean ${meant}?`)
  }

/** Returns a function that parses a number whose text matches a pattern. */
const numberLike =
  (pattern: RegExp, expected: string, fits: (value: number) => boolean = () => true): Read<number> =>
  (text) => {
    if (!pattern.test(text) || !fits(Number(text))) throw wrong(expected)
    return Number(text)
  }

const stringLike =
  (pattern: RegExp, expected: string): Read<string> =>
  (text) => {
    if (!pattern.test(text)) throw wrong(expected)
    return text
  }

/** Longest duration, in seconds, that a flag may set: one year, the limit of `createWorld`. */
const YEAR_SECONDS = 31_536_000

export const readPort = numberLike(/^\d{1,5}$/, "a port from 0 to 65535", (port) => port <= 65_535)
export const readSeed = numberLike(/^-?\d{1,15}$/, "a whole number")
export const readSeconds = numberLike(
  /^\d{1,8}(?:\.\d{1,3})?$/,
  "a number of seconds of at most one year",
  (seconds) => seconds <= YEAR_SECONDS,
)
export const readHistory = numberLike(/^(?:\d{1,5}|100000)$/, "a whole number from 0 to 100000")

export const readCount = numberLike(/^[1-9]\d{0,8}$/, "a whole number of at least 1")
export const readItemCount = numberLike(
  /^[1-9]\d{0,6}$/,
  "a whole number from 1 to 1000000; run the command again for more items",
  (count) => count <= 1_000_000,
)
export const readItems: Read<"none" | "all" | number> = (text) => {
  if (text === "none" || text === "all") return text
  if (!/^[1-9]\d{0,8}$/.test(text)) throw wrong("none, all, or a whole number of at least 1")
  return Number(text)
}
export const readPatience = numberLike(/^\d{1,5}(?:\.\d{1,3})?$/, "a number of seconds of at most 99999")
export const readStatus = numberLike(/^[2-5]\d\d$/, "a status from 200 to 599")
export const readHours = numberLike(/^\d{1,6}(?:\.\d{1,6})?$/, "a number of hours above 0", (hours) => hours > 0)
export const readProbability = numberLike(/^(?:0|1|0?\.\d{1,9})$/, "a number from 0 to 1, such as 0.2")
export const readMs = numberLike(/^\d{1,6}$/, "a whole number of milliseconds")

export const readBindHost = stringLike(/^[A-Za-z0-9_.:-]+$/, "an address or host name to listen on, without a port")
export const readHostName = stringLike(/^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])$/, "a host name without a port")
export const readSome = stringLike(/^[^\0]+$/, "a non-empty string")
export const readToken = stringLike(/^[A-Za-z0-9._~+/-]+=*$/, "only letters, digits and the characters . _ ~ + / -")

export const readNow: Read<string> = (text) => {
  if (readInstant(text) === undefined) throw wrong("an ISO 8601 instant such as 2026-01-05T09:00:00Z")
  return text
}

export const readBaseUrl: Read<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.username === "" && url.password === "" && !/[?#]/.test(text) && areEscapesValid(text)
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw wrong("an http or https URL without user, query and fragment, such as https://hexarium.example")
  }
  return text.replace(/\/+$/, "")
}

export const readOrigin: Read<string> = (text) => (text === "*" || text === "null" ? text : readNamedOrigin(text))

export const readNamedOrigin: Read<string> = (text) => {
  if (!URL.canParse(text) || new URL(text).origin !== text.toLowerCase()) {
    throw wrong("an origin such as https://app.example without a path or a trailing slash")
  }
  return new URL(text).origin
}

export const readSmtp: Read<string> = (text) => {
  const fault = smtpUrlFault(text)
  if (fault !== undefined) throw wrong(fault)
  return text
}

/** Returns what the JSON contains. The server checks whether it has the right form. */
// biome-ignore lint/suspicious/noExplicitAny: the server checks the form
export const readJson: Read<any> = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong("JSON")
  }
}

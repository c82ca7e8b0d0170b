import { readInstant } from "../../../src/inside.ts"
import { nearest } from "../../http/nearest.ts"

/** Reads the text given for a flag; throws a `BadValue`. */
export type Read = (text: string) => unknown

/** A value that a flag can't have; the message says what was expected. */
export class BadValue extends Error {}

export const wrong = (expected: string) => new BadValue(`Expected ${expected}.`)

/** One of some words. */
export const oneOf =
  (choices: readonly string[]): Read =>
  (text) => {
    if (choices.includes(text)) return text
    const meant = nearest(text, choices)
    const expected = `one of ${choices.join(", ")}`
    throw meant === undefined ? wrong(expected) : new BadValue(`Expected ${expected}; did you mean ${meant}?`)
  }

export const readPort: Read = (text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw wrong("a port from 0 to 65535")
  return Number(text)
}

export const readSeed: Read = (text) => {
  if (!/^-?\d{1,15}$/.test(text)) throw wrong("a whole number")
  return Number(text)
}

/** At most a year, as `createWorld` takes it. */
export const readSeconds: Read = (text) => {
  const seconds = Number(text)
  if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(text) || seconds > 31_536_000) throw wrong("a number of seconds, at most a year")
  return seconds
}

export const readNow: Read = (text) => {
  if (readInstant(text) === undefined) throw wrong("an ISO 8601 instant such as 2026-01-05T09:00:00Z")
  return text
}

export const readBindHost: Read = (text) => {
  if (!/^[A-Za-z0-9_.:-]+$/.test(text)) throw wrong("an address or host name to listen on, without a port")
  return text
}

export const readHostName: Read = (text) => {
  if (!/^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])$/.test(text)) throw wrong("a host name without a port")
  return text
}

/** An http(s) URL to hang paths on. */
export const readBaseUrl: Read = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === ""
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw wrong("an http or https URL without query, such as https://hexarium.example")
  }
  return text.replace(/\/+$/, "")
}

export const readOrigin: Read = (text) => {
  if (text === "*" || text === "null") return text
  if (!URL.canParse(text) || new URL(text).origin !== text.toLowerCase()) {
    throw wrong("an origin such as https://app.example, without path or trailing slash")
  }
  return new URL(text).origin
}

export const readSmtp: Read = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") throw wrong("smtp://host:port")
  return text
}

export const readSome: Read = (text) => {
  if (text === "") throw wrong("a text that is not empty")
  return text
}

/** What a bearer token may be made of (RFC 6750). */
export const readToken: Read = (text) => {
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(text)) throw wrong("letters, digits and . _ ~ + / - only")
  return text
}

/** How many. */
export const readCount: Read = (text) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw wrong("a whole number from 1")
  return Number(text)
}

export const readPatience: Read = (text) => {
  if (!/^\d{1,5}(?:\.\d{1,3})?$/.test(text)) throw wrong("a number of seconds, at most 99999")
  return Number(text)
}

export const readStatus: Read = (text) => {
  if (!/^[2-5]\d\d$/.test(text)) throw wrong("a status from 200 to 599")
  return Number(text)
}

export const readHours: Read = (text) => {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text) || Number(text) === 0) throw wrong("a number of hours above 0")
  return Number(text)
}

export const readMs: Read = (text) => {
  if (!/^\d{1,6}$/.test(text)) throw wrong("a whole number of milliseconds")
  return Number(text)
}

export const readJson: Read = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong("JSON")
  }
}

import { InvalidArgumentError, Option } from "commander"
import { readInstant } from "../../src/index.ts"

/** What the flags of `start` say. */
export interface ServeFlags {
  readonly port: number
  readonly host: string
  readonly publicUrl?: string
  readonly allowHost?: readonly string[]
  readonly corsOrigin?: readonly string[]
  readonly clock?: "real" | "frozen" | "ticking"
  readonly now?: string
  readonly seed?: number
  readonly data?: string
  readonly watch?: true
  readonly smtp?: string
  readonly allowOutbound?: true
  readonly log: "pretty" | "json" | "silent"
}

type Read = (text: string) => unknown

const wrong = (expected: string) => new InvalidArgumentError(`Expected ${expected}.`)

/** A flag that may be given once: a second one would leave the first without effect. */
function once(flags: string, description: string, read: Read): Option {
  let isGiven = false
  return new Option(flags, description).argParser((text: string) => {
    if (isGiven) throw new InvalidArgumentError("It is given twice.")
    isGiven = true
    return read(text)
  })
}

/** A flag that may be given several times; its variable holds a list with commas. */
const repeatable = (flags: string, description: string, read: Read): Option =>
  new Option(flags, `${description} (repeatable)`).argParser((text: string, previous: unknown[] | undefined) => [
    ...(previous ?? []),
    ...text.split(",").map((part) => read(part.trim())),
  ])

const oneOf =
  (...choices: readonly string[]): Read =>
  (text) => {
    if (!choices.includes(text)) throw wrong(`one of ${choices.join(", ")}`)
    return text
  }

const readPort: Read = (text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw wrong("a port from 0 to 65535")
  return Number(text)
}

const readSeed: Read = (text) => {
  if (!/^-?\d{1,15}$/.test(text)) throw wrong("a whole number")
  return Number(text)
}

const readNow: Read = (text) => {
  if (readInstant(text) === undefined) throw wrong("an ISO 8601 instant such as 2026-01-05T09:00:00Z")
  return text
}

const readBindHost: Read = (text) => {
  if (!/^[A-Za-z0-9_.:-]+$/.test(text)) throw wrong("an address or host name to listen on, without a port")
  return text
}

const readHostName: Read = (text) => {
  if (!/^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])$/.test(text)) throw wrong("a host name without a port")
  return text
}

/** An http(s) URL to hang paths on. */
const readBaseUrl: Read = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === ""
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw wrong("an http or https URL without query, such as https://hexarium.example")
  }
  return text.replace(/\/+$/, "")
}

const readOrigin: Read = (text) => {
  if (text === "*" || text === "null") return text
  if (!URL.canParse(text) || new URL(text).origin !== text.toLowerCase()) {
    throw wrong("an origin such as https://app.example, without path or trailing slash")
  }
  return new URL(text).origin
}

const readSmtp: Read = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") throw wrong("smtp://host:port")
  return text
}

const readText: Read = (text) => {
  if (text === "") throw wrong("a text that is not empty")
  return text
}

/** The flags of `start`, fresh for one run. */
export const startFlags = (): Option[] => [
  once("--port <number>", "port to listen on; 0 = any free one", readPort).default(7575),
  once("--host <address>", "address to listen on", readBindHost).default("127.0.0.1"),
  once(
    "--log <style>",
    "what is printed: pretty, json (one object a line) or silent",
    oneOf("pretty", "json", "silent"),
  ).default("pretty"),
  new Option("--watch", "load changed fixtures again; a broken one keeps the running world"),
  once("--data <where>", "keep the world in a SQLite file or postgres:// (not there yet)", readText),
  ...worldFlags(),
]

/** The flags that `start` and `exec` share. */
export const worldFlags = (): Option[] => [
  once(
    "--public-url <url>",
    "where clients reach the server, if not where it listens: the root of all links",
    readBaseUrl,
  ),
  repeatable("--allow-host <host>", "another host the server may be called by", readHostName),
  repeatable("--cors-origin <origin>", "an origin whose pages may use the API; none given = any", readOrigin),
  once(
    "--clock <mode>",
    "real, frozen (moves when told to) or ticking (runs from --now)",
    oneOf("real", "frozen", "ticking"),
  ),
  once("--now <instant>", "where the clock begins, ISO 8601; makes a real clock frozen", readNow),
  once("--seed <number>", "seed of IDs and tokens", readSeed),
  once("--smtp <url>", "also deliver mails there, e.g. smtp://localhost:1025", readSmtp),
  new Option("--allow-outbound", "let webhooks leave this machine's loopback"),
]

/** The flags that name a world of a running server. */
export const remoteFlags = (): Option[] => [
  once("--url <url>", "base_url of a running server", readBaseUrl),
  once("--world <name>", "name of the world; main when neither this nor the URL names one", readText),
]

export const outputFlag = (): Option =>
  once("-o, --output <file>", "file to write instead of standard output", readText)

/** The environment variable of a flag. */
export const variableOf = (option: Option): string => `HEXARIUM_${option.name().toUpperCase().replaceAll("-", "_")}`

const YES = ["1", "true", "yes", "on"]
const NO = ["", "0", "false", "no", "off"]

/** The value that a variable gives its flag; undefined = none. */
export function readVariable(option: Option, text: string): unknown {
  if (option.isBoolean()) {
    if (NO.includes(text.toLowerCase())) return undefined
    if (YES.includes(text.toLowerCase())) return true
    throw wrong("true or false")
  }
  return text === "" ? undefined : option.parseArg?.(text, undefined)
}

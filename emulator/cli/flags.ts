import { readInstant } from "../../src/inside.ts"

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
  readonly reads?: "fenced" | "local"
  readonly reload?: true
  readonly watch?: true
  readonly slowTasks?: number
  readonly smtp?: string
  readonly controlToken?: string
  readonly allowRemoteControl?: true
  readonly allowFiles?: readonly string[]
  readonly allowOutbound?: true
  readonly log: "pretty" | "json" | "silent"
}

/** Reads the text given for a flag; throws a `BadValue`. */
type Read = (text: string) => unknown

/** One flag of a command, as data. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string
  readonly short?: string
  /** What its value stands for; a flag without one is on or off. */
  readonly value?: string
  readonly description: string
  readonly read: Read
  /** May be given several times, and then is a list; its variable holds one with commas. */
  readonly isRepeatable?: true
  readonly byDefault?: unknown
}

/** A value that a flag can't have; the message says what was expected. */
export class BadValue extends Error {}

const wrong = (expected: string) => new BadValue(`Expected ${expected}.`)

/** A flag with a value: `--name <value>`. */
function flag(syntax: string, description: string, read: Read): Flag {
  const [, name = "", value = ""] = /^--([a-z-]+) <(.+)>$/.exec(syntax) ?? []
  return { name, value, description, read }
}

/** A flag that is on when given. */
const onOff = (name: string, description: string): Flag => ({ name, description, read: () => true })

/** The values of one mention of a repeatable flag. */
export const readList = ({ read }: Flag, text: string): unknown[] => text.split(",").map((part) => read(part.trim()))

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

/** At most a year, as `createWorld` takes it. */
const readSeconds: Read = (text) => {
  const seconds = Number(text)
  if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(text) || seconds > 31_536_000) throw wrong("a number of seconds, at most a year")
  return seconds
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

/** What a bearer token may be made of (RFC 6750). */
const readToken: Read = (text) => {
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(text)) throw wrong("letters, digits and . _ ~ + / - only")
  return text
}

const CONTROL_TOKEN = flag(
  "--control-token <token>",
  "what clients of other machines show to use the control plane, as a bearer token",
  readToken,
)

/** Of all commands that read fixtures. */
export const FILES_FLAG: Flag = {
  ...flag("--allow-files <folder>", "a further folder whose files fixtures may name (repeatable)", readText),
  isRepeatable: true,
}

/** The flags that `start` and `exec` share. */
export const WORLD_FLAGS: readonly Flag[] = [
  flag(
    "--public-url <url>",
    "where clients reach the server, if not where it listens: the root of all links",
    readBaseUrl,
  ),
  {
    ...flag("--allow-host <host>", "another host the server may be called by (repeatable)", readHostName),
    isRepeatable: true,
  },
  {
    ...flag(
      "--cors-origin <origin>",
      "an origin whose pages may use the API; none given = any (repeatable)",
      readOrigin,
    ),
    isRepeatable: true,
  },
  flag(
    "--clock <mode>",
    "real, frozen (moves when told to) or ticking (runs from --now)",
    oneOf("real", "frozen", "ticking"),
  ),
  flag("--now <instant>", "where the clock begins, ISO 8601; makes a real clock frozen", readNow),
  flag("--seed <number>", "seed of IDs and tokens", readSeed),
  flag("--slow-tasks <seconds>", "how long tasks take by the world's clock; none given = no time", readSeconds),
  flag("--smtp <url>", "also deliver mails there, e.g. smtp://localhost:1025", readSmtp),
  onOff("allow-outbound", "let webhooks leave this machine's loopback"),
  FILES_FLAG,
  CONTROL_TOKEN,
  onOff("allow-remote-control", "let everybody who reaches the server use its control plane"),
]

const DATA_FLAG = flag(
  "--data <where>",
  "keep all worlds in a folder, a .sqlite or .db file, or postgres://…",
  readText,
)

export const START_FLAGS: readonly Flag[] = [
  { ...flag("--port <number>", "port to listen on; 0 = any free one", readPort), byDefault: 7575 },
  { ...flag("--host <address>", "address to listen on", readBindHost), byDefault: "127.0.0.1" },
  {
    ...flag(
      "--log <style>",
      "what is printed: pretty, json (one object a line) or silent",
      oneOf("pretty", "json", "silent"),
    ),
    byDefault: "pretty",
  },
  onOff("watch", "load changed fixtures again; a broken one keeps the running world"),
  DATA_FLAG,
  flag(
    "--reads <kind>",
    "with --data postgres://…: fenced (see all that any server answered) or local (at once)",
    oneOf("fenced", "local"),
  ),
  onOff("reload", "load the fixtures into main anew, although the store of --data has it"),
  ...WORLD_FLAGS,
]

/** The flags that name a world of a running server. */
export const REMOTE_FLAGS: readonly Flag[] = [
  flag("--url <url>", "base_url of a running server", readBaseUrl),
  flag("--world <name>", "name of the world; main when neither this nor the URL names one", readText),
  { ...CONTROL_TOKEN, description: "the token that the server was given, if it runs on another machine" },
]

export const OUTPUT_FLAG: Flag = {
  ...flag("--output <file>", "file to write instead of standard output", readText),
  short: "o",
}

/** Of the commands that work on what is kept. */
export const DATA_FLAGS: readonly Flag[] = [
  { ...DATA_FLAG, description: "the folder, the .sqlite or .db file, or postgres://… that keeps the worlds" },
  onOff("json", "answer as JSON"),
  OUTPUT_FLAG,
]

/** What a flag is called among `ServeFlags` and the like. */
export const attributeOf = ({ name }: Flag): string =>
  name.replaceAll(/-[a-z]/g, (part) => part.charAt(1).toUpperCase())

/** The environment variable of a flag. */
export const variableOf = ({ name }: Flag): string => `HEXARIUM_${name.toUpperCase().replaceAll("-", "_")}`

const YES = ["1", "true", "yes", "on"]
const NO = ["", "0", "false", "no", "off"]

/** The value that a variable gives its flag; undefined = none. */
export function readVariable(flag: Flag, text: string): unknown {
  if (flag.value === undefined) {
    if (NO.includes(text.toLowerCase())) return undefined
    if (YES.includes(text.toLowerCase())) return true
    throw wrong("true or false")
  }
  if (text === "") return undefined
  return flag.isRepeatable ? readList(flag, text) : flag.read(text)
}

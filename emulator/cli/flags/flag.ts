import { oneOf, type Read, wrong } from "./values.ts"

export type Offered = "file" | "folder" | readonly string[]

export interface Flag {
  /** Name of the flag without its dashes. */
  readonly name: string
  readonly short?: string
  /** Placeholder for the value in the help; undefined for a switch. */
  readonly value?: string
  readonly description: string
  readonly read: Read
  /** If set, `read` returns a number. */
  readonly isNumber?: true
  /** If set, the flag may be repeated, its value is a list, and its environment variable is split at commas. */
  readonly isRepeatable?: true
  readonly byDefault?: unknown
  readonly offers?: Offered | undefined
  /** If set, the flag applies to a single run, so it has no environment variable and no config property. */
  readonly isOfOneCall?: true
}

export function flag(syntax: string, description: string, read: Read, offers?: Offered): Flag {
  const [, name = "", value = ""] = /^--([a-z-]+) <(.+)>$/.exec(syntax) ?? []
  return { name, value, description, read, offers }
}

export const choice = (syntax: string, description: string, choices: readonly string[]): Flag =>
  flag(syntax, description, oneOf(choices), choices)

export const numeric = (one: Flag): Flag => ({ ...one, isNumber: true })

export const repeatable = (one: Flag): Flag => ({ ...one, isRepeatable: true })

export const perCall = (one: Flag): Flag => ({ ...one, isOfOneCall: true })

export const onOff = (name: string, description: string): Flag => ({ name, description, read: () => true })

/** Description of the flag in help and completion. */
export const describe = ({ description, isRepeatable }: Flag): string =>
  isRepeatable ? `${description} (repeatable)` : description

/** Syntax of the flag with its value, such as `--port <number>`. */
export const syntaxOf = ({ name, value }: Flag): string => (value === undefined ? `--${name}` : `--${name} <${value}>`)

export const readList = ({ read }: Flag, text: string): unknown[] => text.split(",").map((part) => read(part.trim()))

export const attributeOf = ({ name }: Flag): string =>
  name.replaceAll(/-[a-z]/g, (part) => part.charAt(1).toUpperCase())

export const variableOf = ({ name }: Flag): string => `HEXARIUM_${name.toUpperCase().replaceAll("-", "_")}`

const YES = ["1", "true", "yes", "on"]
const NO = ["", "0", "false", "no", "off"]

export function readVariable(flag: Flag, text: string): unknown {
  if (flag.value === undefined) {
    if (NO.includes(text.toLowerCase())) return undefined
    if (YES.includes(text.toLowerCase())) return true
    throw wrong("true or false")
  }
  if (text === "") return undefined
  return flag.isRepeatable ? readList(flag, text) : flag.read(text)
}

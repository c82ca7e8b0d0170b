import { oneOf, type Read, wrong } from "./values.ts"

/** What a shell offers as value of a flag or argument. */
export type Offered = "file" | "folder" | readonly string[]

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
  /** What completion offers as its value. */
  readonly offers?: Offered
  /** It says something of one call alone, so no variable and no config file stands in for it. */
  readonly isOfOneCall?: true
}

/** A flag with a value: `--name <value>`. */
export function flag(syntax: string, description: string, read: Read, offers?: Offered): Flag {
  const [, name = "", value = ""] = /^--([a-z-]+) <(.+)>$/.exec(syntax) ?? []
  return { name, value, description, read, ...(offers === undefined ? {} : { offers }) }
}

/** A flag whose value is one of some words. */
export const choice = (syntax: string, description: string, choices: readonly string[]): Flag =>
  flag(syntax, description, oneOf(choices), choices)

/** A flag that is on when given. */
export const onOff = (name: string, description: string): Flag => ({ name, description, read: () => true })

/** The values of one mention of a repeatable flag. */
export const readList = ({ read }: Flag, text: string): unknown[] => text.split(",").map((part) => read(part.trim()))

/** What a flag is called among those that a command is given. */
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

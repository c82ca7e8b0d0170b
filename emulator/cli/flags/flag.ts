import { oneOf, type Read, wrong } from "./values.ts"

export type Offered = "file" | "folder" | readonly string[]

export interface Flag<Name extends string = string, Value = unknown> {
  /** Name of the flag without its dashes. */
  readonly name: Name
  readonly short?: string
  /** Placeholder for the value in the help; undefined for a switch. */
  readonly value?: string
  readonly description: string
  readonly read: Read<Value>
  /** If set, `read` returns a number. */
  readonly isNumber?: true
  /** If set, the flag may be repeated, its value is a list, and its environment variable is split at commas. */
  readonly isRepeatable?: true
  readonly byDefault?: unknown
  /** Value of the flag if it is given without a value. */
  readonly withoutValue?: string
  readonly offers?: Offered | undefined
  /** If set, the flag applies to a single run, so it has no environment variable and no config property. */
  readonly isOfOneCall?: true
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type ValueOf<F> =
  F extends Flag<string, infer Value> ? (F extends { readonly isRepeatable: true } ? readonly Value[] : Value) : never

type Named<L extends readonly Flag[], Name> = Extract<L[number], { readonly name: Name }>

/** The values of a list of flags, as a command receives them. Only flags with a default always have a value. */
export type FlagsOf<L extends readonly Flag[]> = {
  readonly [N in L[number]["name"] as CamelCase<N>]?: ValueOf<Named<L, N>>
} & {
  readonly [N in Extract<L[number], { readonly byDefault: unknown }>["name"] as CamelCase<N>]: ValueOf<Named<L, N>>
}

type NameIn<Syntax> = Syntax extends `--${infer Name} <${string}>` ? Name : never

export function flag<const Syntax extends string, Value>(
  syntax: Syntax,
  description: string,
  read: Read<Value>,
  offers?: Offered,
): Flag<NameIn<Syntax>, Value> {
  const [, name = "", value = ""] = /^--([a-z-]+) <(.+)>$/.exec(syntax) ?? []
  return { name: name as NameIn<Syntax>, value, description, read, offers }
}

export const choice = <const Syntax extends string, const Choice extends string>(
  syntax: Syntax,
  description: string,
  choices: readonly Choice[],
): Flag<NameIn<Syntax>, Choice> => flag(syntax, description, oneOf(choices), choices)

export const numeric = <F extends Flag>(one: F) => ({ ...one, isNumber: true as const })

export const repeatable = <F extends Flag>(one: F) => ({ ...one, isRepeatable: true as const })

/** Makes the value of a flag optional. */
export const optionalValue = <F extends Flag>(one: F, withoutValue: string) => ({ ...one, withoutValue })

export const perCall = <F extends Flag>(one: F) => ({ ...one, isOfOneCall: true as const })

export const onOff = <const Name extends string>(name: Name, description: string): Flag<Name, boolean> => ({
  name,
  description,
  read: () => true,
})

/** Description of the flag in help and completion. */
export const describe = ({ description, isRepeatable }: Flag): string =>
  isRepeatable ? `${description} (repeatable)` : description

/** Syntax of the flag with its value, such as `--port <number>`. */
export function syntaxOf({ name, value, withoutValue }: Flag): string {
  if (value === undefined) return `--${name}`
  return withoutValue === undefined ? `--${name} <${value}>` : `--${name} [${value}]`
}

export const readList = ({ read }: Flag, text: string): unknown[] => text.split(",").map((part) => read(part.trim()))

export const attributeOf = ({ name }: Flag): string =>
  name.replaceAll(/-[a-z]/g, (part) => part.charAt(1).toUpperCase())

export const variableOf = ({ name }: Flag): string => `HEXARIUM_${name.toUpperCase().replaceAll("-", "_")}`

const YES_WORDS = ["1", "true", "yes", "on"]
const NO_WORDS = ["", "0", "false", "no", "off"]

export function readVariable(flag: Flag, text: string): unknown {
  if (flag.value === undefined) {
    if (NO_WORDS.includes(text.toLowerCase())) return undefined
    if (YES_WORDS.includes(text.toLowerCase())) return true
    throw wrong("true or false")
  }
  if (text === "") return undefined
  return flag.isRepeatable ? readList(flag, text) : flag.read(text)
}

import * as z from "zod"
import { type Finding, invalidParams } from "../error.ts"
import { MAX_FINDINGS } from "../refusals/refusals.ts"
import { issueText } from "./issue-text.ts"
import { elsewhereText, suggestPlace } from "./misplaced.ts"
import { isData, isObject, type JsonObject, templateNamesOf } from "./schemas.ts"
import { walkerOf } from "./walker.ts"

type Issue = z.core.$ZodIssue
type Parse = (value: unknown, run: Run) => unknown

export type ParseResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly Issue[] }

/**
 * Parses like zod's `safeParse`, with two differences. Objects drop properties that are `null` (see `object`), and parsing stops after
 * `most` issues, because a body may hold 100,000 values (control.md section 4).
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  most = MAX_FINDINGS,
): ParseResult<z.output<S>> {
  const run = new Run(most)
  const data = parserOf(schema)(input, run) as z.output<S>
  return run.issues.length === 0 ? { success: true, data } : { success: false, issues: run.issues }
}

/** Collects the issues of one input, or of one branch of a union. */
class Run {
  readonly issues: Issue[] = []
  readonly most: number
  readonly #path: PropertyKey[] = []

  constructor(most: number) {
    this.most = most
  }

  parse(schema: z.ZodType, value: unknown): unknown {
    const { success, data, error } = schema.safeParse(value)
    if (success) return data
    for (const issue of error.issues) this.add(issue)
    return value
  }

  /** Parses the property or element `key`. Returns it unparsed if more than `most` issues were already found. */
  within(key: PropertyKey, parse: Parse, value: unknown): unknown {
    if (this.issues.length > this.most) return value
    this.#path.push(key)
    const parsed = parse(value, this)
    this.#path.pop()
    return parsed
  }

  /** Adds an issue whose path is relative to the value being parsed. */
  add(issue: Issue): void {
    this.issues.push({ ...issue, path: [...this.#path, ...issue.path] })
  }
}

const hasChecks = (schema: z.ZodType): boolean => checksOf(schema).length > 0

const parserOf = walkerOf<Parse>({
  object: parserOfObject,
  list: parserOfList,
  map: parserOfMap,
  union: (schema) => (hasChecks(schema) ? parserOfWhole(schema) : parserOfUnion(schema)),
  pipe: (schema) => (hasChecks(schema) ? parserOfWhole(schema) : parserOfPipe(schema)),
  wrapper(schema, of) {
    if (hasChecks(schema)) return parserOfWhole(schema)
    if (schema instanceof z.ZodOptional) return skipping(undefined, of(schema.unwrap()))
    if (schema instanceof z.ZodNullable) return skipping(null, of(schema.unwrap()))
    return parserOfWhole(schema)
  },
  leaf(schema) {
    if (hasChecks(schema)) return parserOfWhole(schema)
    if (schema instanceof z.ZodString) return parserOfTest((value) => typeof value === "string", schema)
    if (schema instanceof z.ZodBoolean) return parserOfTest((value) => typeof value === "boolean", schema)
    if (schema instanceof z.ZodNumber && !(schema instanceof z.ZodNumberFormat))
      return parserOfTest(Number.isFinite, schema)
    if (schema instanceof z.ZodCustom) return parserOfTest(schema.def.fn, schema)
    if (schema instanceof z.ZodEnum) return parserOfTest((value) => schema.options.some((one) => one === value), schema)
    return parserOfWhole(schema)
  },
})

/** Lets zod parse the schema as a whole. */
function parserOfWhole(schema: z.ZodType): Parse {
  return (value, run) => run.parse(schema, value)
}

export const checksOf = (schema: z.ZodType) => (schema.def.checks ?? []) as z.core.$ZodCheck<unknown>[]

interface Member {
  readonly name: string
  readonly mayMiss: boolean
  /** If false, `null` counts as absent (api.md section 0). */
  readonly keepsNull: boolean
  readonly parse: Parse
}

function parserOfObject(schema: z.ZodObject): Parse {
  const { shape, def } = schema
  const isStrict = def.catchall instanceof z.ZodNever
  const isLoose = def.catchall !== undefined && !isStrict
  // The properties' parsers are created on first use, because a recursive schema would otherwise cause infinite recursion.
  let members: readonly Member[] | undefined
  const membersOf = () =>
    Object.entries(shape as Record<string, z.ZodType>).map(([name, member]) => ({
      name,
      mayMiss: member instanceof z.ZodOptional,
      keepsNull: isStrict || isData(member),
      parse: parserOf(member),
    }))
  const positions = new Map(Object.keys(shape).map((name, at) => [name, at]))
  const template = isStrict ? undefined : templateNamesOf(shape)
  const noProperties = z.strictObject({})
  const whole = z.looseObject({}).check(...checksOf(schema))
  return (given, run) => {
    // To zod, a Map is an object without properties.
    if (!isObject(given)) return run.parse(schema, typeof given === "object" ? null : given)
    members ??= membersOf()
    const values: unknown[] = new Array(members.length)
    const others: [string, unknown][] = []
    for (const name in given) {
      const value = given[name]
      const at = positions.get(name)
      if (at === undefined) {
        if (def.catchall !== undefined) others.push([name, value])
      } else if (value !== null || members[at]?.keepsNull === true) values[at] = value
    }
    if (template !== undefined) {
      const at = positions.get(template.name) as number
      if ((values[at] ?? "") === "") values[at] = given[template.other] ?? values[at]
    }
    const before = run.issues.length
    const read: Record<string, unknown> = isLoose ? Object.fromEntries(others) : {}
    for (let at = 0; at < members.length; at += 1) {
      const { name, mayMiss, parse } = members[at] as Member
      if (values[at] === undefined && mayMiss) continue
      const parsed = run.within(name, parse, values[at])
      if (parsed !== undefined || at in values) read[name] = parsed
    }
    if (isStrict && others.length > 0) run.parse(noProperties, Object.fromEntries(others))
    return hasChecks(schema) && run.issues.length === before ? run.parse(whole, read) : read
  }
}

function parserOfList(schema: z.ZodArray): Parse {
  const whole = z.array(z.unknown()).check(...checksOf(schema))
  const parse = parserOf(schema.element)
  return (value, run) => {
    const before = run.issues.length
    if (!Array.isArray(value) || hasChecks(schema)) run.parse(whole, value)
    return Array.isArray(value) && run.issues.length === before
      ? value.map((element, at) => run.within(at, parse, element))
      : value
  }
}

function parserOfMap(schema: z.ZodRecord): Parse {
  const whole = z.record(z.string(), z.unknown()).check(...checksOf(schema))
  const parse = parserOf(schema.valueType)
  return (value, run) => {
    const before = run.issues.length
    if (!isObject(value) || hasChecks(schema)) run.parse(whole, value)
    return isObject(value) && run.issues.length === before
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, run.within(name, parse, member)]))
      : value
  }
}

/** If a union branch reports only issues of these kinds, the caller probably intended that branch. */
const ABOUT_SIZE: readonly Issue["code"][] = ["too_small", "too_big", "invalid_format", "not_multiple_of", "custom"]

function parserOfUnion(schema: z.ZodUnion): Parse {
  const options = schema.options.map(parserOf)
  return (value, run) => {
    const errors: Issue[][] = []
    for (const parse of options) {
      const branch = new Run(run.most)
      const parsed = parse(value, branch)
      if (branch.issues.length === 0) return parsed
      errors.push(branch.issues)
    }
    const [meant, ...others] = errors.filter((issues) => issues.every(({ code }) => ABOUT_SIZE.includes(code)))
    if (meant !== undefined && others.length === 0) for (const issue of meant) run.add(issue)
    else run.add({ code: "invalid_union", errors, path: [], message: "Invalid input" })
    return value
  }
}

/** For schemas that return their input unchanged. zod is only asked for the issues of a value that fails the test. */
function parserOfTest(isValid: (value: unknown) => unknown, schema: z.ZodType): Parse {
  return (value, run) => (isValid(value) ? value : run.parse(schema, value))
}

const skipping =
  (empty: null | undefined, parse: Parse): Parse =>
  (value, run) =>
    value === empty ? empty : parse(value, run)

function parserOfPipe(schema: z.ZodPipe): Parse {
  const first = parserOf(schema.in)
  const second = parserOf(schema.out)
  return (value, run) => {
    const before = run.issues.length
    const between = first(value, run)
    return run.issues.length === before ? second(between, run) : between
  }
}

/** Maximum length of a reason or path in a message; longer texts are cut off. */
const MAX_CHARACTERS = 4000

/** Parses an input. Throws INVALID_PARAMS with up to a hundred findings (control.md section 4). The path of each finding begins with `where`. */
export const check = <S extends z.ZodType>(schema: S, input: unknown, where?: string): z.output<S> =>
  dataOf(parseInput(schema, input), input, where, schema)

/**
 * Returns the data of a parsed input. Throws INVALID_PARAMS like `check` if the input was invalid. With a schema, suggests other names for
 * unknown properties.
 */
export function dataOf<T>(result: ParseResult<T>, input: unknown, where?: string, schema?: z.ZodType): T {
  if (result.success) return result.data
  const { issues } = result
  const reported = issues.length > MAX_FINDINGS ? issues.slice(0, MAX_FINDINGS - 1) : issues
  const mistakes = reported.map((issue) => ({
    place: shorten([...(where === undefined ? [] : [where]), ...issue.path].join(".")),
    member: shorten(issue.path.join(".")),
    why: shorten(issueText(issue, input) + hintFor(issue, input, schema)),
  }))
  const findings = mistakes.map(findingOf)
  const texts = mistakes.map(({ place, why }) => (place === "" ? why : `${place}: ${why}`))
  if (reported !== issues) {
    const rest = `at least ${issues.length - reported.length} more mistakes`
    findings.push(mistake(rest, ""))
    texts.push(rest)
  }
  throw invalidParams(texts.join("; "), { findings })
}

/** Suggests a similar name for the first unknown property, or its place one level up or down. */
function hintFor(issue: Issue, input: unknown, schema: z.ZodType | undefined): string {
  const [unknown] = issue.code === "unrecognized_keys" ? issue.keys : []
  if (unknown === undefined || schema === undefined) return ""
  const place = suggestPlace({ schema, path: issue.path, name: unknown, input })
  return place === undefined ? "" : `; ${elsewhereText(place)}`
}

export const findingOf = ({ place, member, why }: Record<"place" | "member" | "why", string>): Finding =>
  place === "" ? mistake(why, "") : { ...mistake(place, member), error: why }

/** Makes a finding. `description` is the path of the faulty property or, if there is no path, the reason (errors.md section 3). */
const mistake = (description: string, referenceId: string): Finding => ({
  description,
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId,
})

const shorten = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)

/** Nesting depth to which `requireWellFormed` checks values; no valid input is nested more deeply. */
const MAX_DEPTH = 64

/** Throws INVALID_PARAMS if a string has an unpaired surrogate. Request bodies are checked in the same way (api.md section 0). */
export function requireWellFormed(value: unknown, depth = 0): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw invalidParams("a string contains an unpaired surrogate")
  } else if (Array.isArray(value)) {
    if (depth < MAX_DEPTH) for (const element of value) requireWellFormed(element, depth + 1)
  } else if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    if (depth >= MAX_DEPTH) return
    for (const name in value) {
      requireWellFormed(name)
      requireWellFormed((value as JsonObject)[name], depth + 1)
    }
  }
}

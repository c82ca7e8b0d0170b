import * as z from "zod"
import { data } from "../input/schemas.ts"
import { type SnakeCase, snakeCase } from "../snake-case.ts"

/** The meaning of a setting in the formats that describe it. */
interface Texts {
  /** Meaning in requests and responses: a phrase without a full stop. */
  readonly text: string
  /** Meaning in the fixture's schema. Default: `text` with a full stop. */
  readonly inFixture?: string
  /** Meaning in the control plane's schema. Default: `text`. */
  readonly inControl?: string
}

/**
 * The declaration of one member of a record. `Value` is its type in records and responses, `Given` its type in requests and fixtures. `Wire`
 * is its name on the wire if that is not its name in snake case.
 */
export interface Setting<Value, Given = Value, Wire extends string | undefined = string | undefined> extends Texts {
  /** Value in a new record, and in a record whose fixture omits the setting. */
  readonly initial: Value
  /** Makes the schema of a value in a response. */
  readonly schema: () => z.ZodType<Value, Value>
  /** Makes the schema of a value in a request. */
  readonly givenSchema: () => z.ZodType<Given, Given>
  /** Makes the schema of a value in a fixture. */
  readonly fixtureSchema: () => z.ZodType<Exclude<Given, null>, Exclude<Given, null>>
  /** Converts a value of a fixture. */
  read(given: Exclude<Given, null>): Value
  readonly wire: Wire
}

/** Declarations by name of the member in records, in the order of the format that they describe. */
export type Declared = Readonly<Record<string, Setting<unknown>>>

interface Facts<Value, Wire> extends Texts {
  readonly initial: Value
  readonly wire?: Wire
}

/** Declares a boolean. */
export const flagSetting = <const Wire extends string | undefined = undefined>(
  facts: Facts<boolean, Wire>,
): Setting<boolean, boolean, Wire> => plainSetting(facts, z.boolean)

/** Declares a string. */
export const stringSetting = <const Wire extends string | undefined = undefined>(
  facts: Facts<string, Wire>,
): Setting<string, string, Wire> => plainSetting(facts, z.string)

/** Declares an integer. Fixtures accept only integers from 0 to `max`. */
export const integerSetting = <const Wire extends string | undefined = undefined>({
  max = Number.MAX_SAFE_INTEGER,
  ...facts
}: Facts<number, Wire> & { readonly max?: number }): Setting<number, number, Wire> => ({
  ...plainSetting(facts, z.int),
  fixtureSchema: () => z.int().min(0).max(max),
})

/** Declares a number that requests and fixtures give as an integer from 0 to `max`. */
export const countSetting = ({
  max = Number.MAX_SAFE_INTEGER,
  ...facts
}: Facts<number, undefined> & { readonly max?: number }): Setting<number, number, undefined> => {
  const given = () => z.int().min(0).max(max)
  return { ...plainSetting(facts, z.number), givenSchema: given, fixtureSchema: given }
}

/** Declares one of three levels, from 0 to 2. */
export const levelSetting = (facts: Facts<0 | 1 | 2, undefined>): Setting<0 | 1 | 2, 0 | 1 | 2, undefined> =>
  plainSetting(facts, () => z.union([z.literal(0), z.literal(1), z.literal(2)]))

/** Declares a limit: a string, which requests and fixtures may also give as a number. */
export const limitSetting = (facts: Facts<string, undefined>): Setting<string, string | number, undefined> => {
  const given = () => z.union([z.string(), z.number()])
  return { ...facts, wire: undefined, schema: z.string, givenSchema: given, fixtureSchema: given, read: String }
}

/** Declares a setting whose requests and fixtures contain the value as it is stored. */
export const plainSetting = <Value, Wire extends string | undefined>(
  facts: Facts<Value, Wire>,
  schema: () => z.ZodType<Value, Value>,
): Setting<Value, Value, Wire> => ({
  ...facts,
  wire: facts.wire as Wire,
  schema,
  givenSchema: schema,
  fixtureSchema: schema as Setting<Value>["fixtureSchema"],
  read: (given) => given,
})

/** Returns some of the declarations, in the given order. */
export const pick = <D extends Declared, const N extends keyof D & string>(declared: D, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, declared[name]])) as Pick<D, N>

/** Returns the declarations with their names in snake case, for formats that have no other names. */
export const regular = <D extends Declared>(declared: D): Regular<D> =>
  Object.fromEntries(Object.entries(declared).map(([name, one]) => [name, { ...one, wire: undefined }])) as Regular<D>

type Regular<D> = { readonly [N in keyof D]: Setting<ValueOf<D[N]>, GivenOf<D[N]>, undefined> }

export type ValueOf<S> = S extends { readonly initial: infer Value } ? Value : never

export type GivenOf<S> = S extends { readonly givenSchema: () => z.ZodType<infer Given> } ? Given : never

/** The members of a record that have these declarations. */
export type RecordOf<D> = { readonly [N in keyof D]: ValueOf<D[N]> }

/** Changes to such a record. */
export type ChangesOf<D> = { readonly [N in keyof D]?: GivenOf<D[N]> | undefined }

type WireName<D, N extends keyof D> = D[N] extends { readonly wire: infer Wire extends string }
  ? Wire
  : SnakeCase<N & string>

/** The members in a response. */
export type WireOf<D> = { [N in keyof D as WireName<D, N>]: ValueOf<D[N]> }

/** The members in a request. */
export type WireChangesOf<D> = { readonly [N in keyof D as WireName<D, N>]?: GivenOf<D[N]> | undefined }

/** The members in a fixture that the engine writes. */
export type WrittenOf<D> = { [N in keyof D as WireName<D, N>]?: Exclude<ValueOf<D[N]>, null> | undefined }

/** The members in a fixture. */
export type FixtureOf<D> = { [N in keyof D as WireName<D, N>]?: Exclude<GivenOf<D[N]>, null> | undefined }

export type WireShape<D> = { [N in keyof D as WireName<D, N>]: z.ZodType<ValueOf<D[N]>, ValueOf<D[N]>> }

export type PartialShape<D> = {
  [N in keyof D as WireName<D, N>]: z.ZodOptional<z.ZodType<ValueOf<D[N]>, ValueOf<D[N]>>>
}

export type InputShape<D> = { [N in keyof D]: z.ZodOptional<z.ZodType<GivenOf<D[N]>, GivenOf<D[N]>>> }

export type WireInputShape<D> = {
  [N in keyof D as WireName<D, N>]: z.ZodOptional<z.ZodType<GivenOf<D[N]>, GivenOf<D[N]>>>
}

export type FixtureShape<D> = {
  [N in keyof D as WireName<D, N>]: z.ZodOptional<z.ZodType<Exclude<GivenOf<D[N]>, null>, Exclude<GivenOf<D[N]>, null>>>
}

export const wireName = (name: string, { wire }: Setting<unknown>): string => wire ?? snakeCase(name)

const memberOf = (members: object, name: string): unknown => (members as Readonly<Record<string, unknown>>)[name]

function mapSetting(
  declared: Declared,
  member: (name: string, setting: Setting<unknown>) => readonly [name: string, value: unknown],
): unknown {
  return Object.fromEntries(Object.entries(declared).map(([name, setting]) => member(name, setting)))
}

/** Returns the settings of a new record. */
export const initialSettings = <D extends Declared>(declared: D): RecordOf<D> =>
  Object.freeze(mapSetting(declared, (name, { initial }) => [name, initial])) as RecordOf<D>

/** Returns the settings after a request's changes. */
export function changeSettings<D extends Declared>(
  declared: D,
  record: RecordOf<NoInfer<D>>,
  input: ChangesOf<NoInfer<D>> | undefined,
): RecordOf<D> {
  if (input === undefined) return record
  const members = mapSetting(declared, (name, { read }) => {
    const given = input[name]
    return [name, given === undefined ? record[name] : given === null ? null : read(given)]
  })
  return Object.freeze(members) as RecordOf<D>
}

/** Returns the declared settings of a record, which may have other members. */
export const pickSettings = <D extends Declared>(declared: D, record: RecordOf<NoInfer<D>>): RecordOf<D> =>
  mapSetting(declared, (name) => [name, record[name]]) as RecordOf<D>

/** Presents settings for a response. */
export const presentSettings = <D extends Declared>(declared: D, record: RecordOf<NoInfer<D>>): WireOf<D> =>
  mapSetting(declared, (name, setting) => [wireName(name, setting), record[name]]) as WireOf<D>

/** Reads the settings of a request. */
export const readWireSettings = <D extends Declared>(declared: D, body: WireChangesOf<NoInfer<D>>): ChangesOf<D> =>
  mapSetting(declared, (name, setting) => [name, memberOf(body, wireName(name, setting))]) as ChangesOf<D>

/** Reads settings from a fixture. Settings that the fixture omits have their initial value. */
export const readFixtureSettings = <D extends Declared>(
  declared: D,
  fixture: FixtureOf<NoInfer<D>> = {} as FixtureOf<D>,
): RecordOf<D> =>
  Object.freeze(
    mapSetting(declared, (name, setting) => {
      const given = memberOf(fixture, wireName(name, setting))
      return [name, given === undefined ? setting.initial : setting.read(given)]
    }),
  ) as RecordOf<D>

/** Writes settings to a fixture. Settings that have their initial value are undefined. */
export const dumpSettings = <D extends Declared>(declared: D, record: RecordOf<NoInfer<D>>): WrittenOf<D> =>
  mapSetting(declared, (name, setting) => {
    const value = record[name]
    return [wireName(name, setting), value === setting.initial ? undefined : value]
  }) as WrittenOf<D>

/** Properties of an operation's input. */
export const inputShape = <D extends Declared>(declared: D): InputShape<D> =>
  mapSetting(declared, (name, { text, givenSchema }) => {
    const schema = givenSchema()
    return [name, keepingNull(schema, schema.describe(text).optional())]
  }) as InputShape<D>

/** Marks the schema of a property for which `null` is a value. */
const keepingNull = (given: z.ZodType, property: z.ZodType): z.ZodType =>
  given instanceof z.ZodNullable ? data(property) : property

/** Properties of a request. */
export const requestShape = <D extends Declared>(declared: D): WireInputShape<D> =>
  mapSetting(declared, (name, setting) => {
    const schema = setting.givenSchema()
    return [wireName(name, setting), keepingNull(schema, schema.optional().describe(setting.text))]
  }) as WireInputShape<D>

/** Properties of a response. */
export const responseShape = <D extends Declared>(declared: D): WireShape<D> =>
  mapSetting(declared, (name, setting) => [
    wireName(name, setting),
    setting.schema().describe(setting.text),
  ]) as WireShape<D>

/** Properties that a response may omit. */
export const partialShape = <D extends Declared>(declared: D): PartialShape<D> =>
  mapSetting(declared, (name, setting) => [
    wireName(name, setting),
    setting.schema().optional().describe(setting.text),
  ]) as PartialShape<D>

/** Properties of a response of the control plane. */
export const controlShape = <D extends Declared>(declared: D): WireShape<D> =>
  mapSetting(declared, (name, setting) => [
    wireName(name, setting),
    setting.schema().describe(setting.inControl ?? setting.text),
  ]) as WireShape<D>

/** Properties of a fixture. */
export const fixtureShape = <D extends Declared>(declared: D): FixtureShape<D> =>
  mapSetting(declared, (name, setting) => [
    wireName(name, setting),
    setting
      .fixtureSchema()
      .describe(setting.inFixture ?? `${setting.text}.`)
      .optional(),
  ]) as FixtureShape<D>

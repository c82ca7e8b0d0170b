import fc from "fast-check"
import * as z from "zod"

type Json = Readonly<Record<string, unknown>>

const PROTOTYPE_NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON"]

const nestBrackets = (levels: number, open: string, close: string) => `${open.repeat(levels)}0${close.repeat(levels)}`

/** Texts that often break programs. */
const TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udc00\ud800",
  "\u202e\u200b\ufeff",
  "ﷺ".repeat(2000),
  "e\u0301".repeat(3000),
  "\r\nX-Evil: 1",
  "../../../etc/passwd",
  "..%2f..%2f",
  "%00%ff",
  "<img src=x onerror=alert(1)>",
  "{{7*7}}<%= 7*7 %>",
  "' OR 1=1 --",
  "=cmd|' /C calc'!A0",
  "(a+)+$",
  "(?=(?:(?=.*).)*)",
  "0001-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "-000001-12-31T23:59:60Z",
  "P99999999999Y",
  "NaN",
  "1e400",
  "000000000000000000000000",
  "x".repeat(70_000),
  ...PROTOTYPE_NAMES,
]

const NUMBERS = [0, -0, -1, 0.1, 1e-320, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308]

const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "binary", maxLength: 40 }))

/** A JSON value of any type. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_NAMES).map((name) => JSON.parse(`{"${name}":{"polluted":1}}`)) },
  { weight: 1, arbitrary: fc.constantFrom(20, 60, 200).map((levels) => JSON.parse(nestBrackets(levels, "[", "]"))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(20, 60, 200).map((levels) => JSON.parse(nestBrackets(levels, '{"a":', "}"))),
  },
  { weight: 1, arbitrary: hostileText.map((text) => Array.from({ length: 600 }, () => text.slice(0, 100))) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Values that roughly match a JSON schema. Some of them have a wrong type. `names`: existing names. */
export function spoiltOf(schema: Json, names: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const definitions = (schema.$defs ?? {}) as Record<string, Json>
  const mostly = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: hostileValue })
  const text = fc.oneof({ weight: 3, arbitrary: names }, { weight: 2, arbitrary: hostileText })
  const make = (part: Json, depth: number): fc.Arbitrary<unknown> => {
    if (depth > 4) return hostileValue
    if (typeof part.$ref === "string") return make(definitions[part.$ref.slice("#/$defs/".length)] ?? {}, depth + 1)
    const choices = (part.anyOf ?? part.oneOf) as readonly Json[] | undefined
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => make(choice, depth + 1)))
    if (part.const !== undefined) return mostly(fc.constant(part.const))
    if (Array.isArray(part.enum)) return mostly(fc.constantFrom(...(part.enum as unknown[])))
    const [type] = [part.type].flat()
    switch (type) {
      case "string":
        return mostly(text)
      case "boolean":
        return mostly(fc.boolean())
      case "integer":
      case "number":
        return mostly(fc.oneof(fc.nat(100), fc.constantFrom(...NUMBERS)))
      case "array":
        return mostly(fc.array(make((part.items ?? {}) as Json, depth + 1), { maxLength: 4 }))
      case "object":
        return mostly(object(part, depth))
      default:
        return hostileValue
    }
  }
  const object = (part: Json, depth: number): fc.Arbitrary<unknown> => {
    const properties = Object.entries((part.properties ?? {}) as Record<string, Json>)
    if (properties.length === 0) {
      const member = typeof part.additionalProperties === "object" ? (part.additionalProperties as Json) : {}
      return fc.dictionary(text, make(member, depth + 1), { maxKeys: 4, noNullPrototype: true })
    }
    const required = new Set((part.required ?? []) as string[])
    const members = properties.map(([name, member]) => [name, make(member, depth + 1)] as const)
    return fc.record(Object.fromEntries(members), {
      requiredKeys: members.flatMap(([name]) => (required.has(name) ? [name] : [])),
      noNullPrototype: true,
    })
  }
  return make(schema, 0)
}

/** Bytes of a body: mostly JSON, sometimes invalid in any way. */
export function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const text = value.map((one) => JSON.stringify(one) ?? "{}")
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 1, arbitrary: text.map((one) => one.replace("{", '{"id":1,"id":{"id":2},"__proto__":1,')) },
    // A duplicate key. The last value counts.
    { weight: 1, arbitrary: text.map((one) => one.replace(/^\{"([^"]*)":/, '{"$1":[[]],"$1":')) },
    { weight: 1, arbitrary: fc.tuple(text, fc.nat(200)).map(([one, length]) => one.slice(0, length)) },
    { weight: 1, arbitrary: text.map((one) => `\ufeff${one}`) },
    { weight: 1, arbitrary: text.map((one) => one + one) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
    { weight: 1, arbitrary: fc.constant(`{"a":${nestBrackets(3000, "[", "]")}}`) },
  )
}

/** A URL can't contain an unpaired surrogate, and a path of dots would be a different path. */
const inUrl = (text: string): string =>
  encodeURIComponent(text.slice(0, 3000).replaceAll(/[\ud800-\udfff]/gu, "?")).replace(/^\.+$/, "%2E")

/** A path whose parameters are existing names or random texts. */
export function pathOf(path: string, names: (parameter: string) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = path.split(/(:[^/]+)/).map((part) => {
    if (!part.startsWith(":")) return fc.constant(part)
    const one = fc.oneof({ weight: 4, arbitrary: names(part.slice(1)) }, { weight: 1, arbitrary: hostileText })
    return one.map((text) => inUrl(text) || "x")
  })
  return fc.tuple(...parts).map((texts) => texts.join(""))
}

/** A query with properties of a schema, as strings. */
export function queryOf(schema: z.ZodType | undefined, names: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (schema === undefined) return fc.constant("")
  const asText = (one: unknown) => (typeof one === "string" ? one : (JSON.stringify(one) ?? ""))
  return spoiltOf(schemaOf(schema), names).map((value) => {
    const members = value !== null && typeof value === "object" ? Object.entries(value) : []
    return members.map(([name, one]) => `${inUrl(name)}=${inUrl(asText(one))}`).join("&")
  })
}

export const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })

import fc from "fast-check"
import { expect, test } from "vitest"
import * as z from "zod"
import { anyObject, anyValue, map, object, optionalId, parseInput } from "../../src/model/input/index.ts"

/** Zod's result for an input, in the form of `parseInput`. */
function parseByZod(schema: z.ZodType, input: unknown) {
  const { success, data, error } = schema.safeParse(input)
  return success ? { success, data } : { success, issues: error.issues.map(withoutWords) }
}

function parse(schema: z.ZodType, input: unknown) {
  const parsed = parseInput(schema, input)
  return parsed.success ? parsed : { ...parsed, issues: parsed.issues.map(withoutWords) }
}

/** Refusals have their own texts for zod's issues (`issueText`). */
const withoutWords = ({ message, input: _, ...issue }: z.core.$ZodIssue): object => ({
  ...issue,
  ...(/^Invalid input/.test(message) ? {} : { message }),
  ...("errors" in issue ? { errors: issue.errors.map((branch) => branch.map(withoutWords)) } : {}),
})

const shape = () => ({
  text: z.string(),
  maybe: z.number().optional(),
  shifted: z
    .string()
    .transform((text) => (text === "" ? undefined : text))
    .optional(),
  preset: z.string().default("preset"),
  list: z.array(z.union([z.string(), z.object({ inner: z.int() })])).optional(),
})

const anything = fc.oneof(
  fc.record(
    {
      text: fc.oneof(fc.string(), fc.jsonValue()),
      maybe: fc.oneof(fc.integer(), fc.jsonValue()),
      shifted: fc.oneof(fc.constant(""), fc.jsonValue()),
      preset: fc.jsonValue(),
      list: fc.oneof(fc.array(fc.oneof(fc.string(), fc.record({ inner: fc.integer() }))), fc.jsonValue()),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

/** Inputs without `null`, because objects that ignore unknown properties treat it as absent, unlike zod. */
const withoutNull = anything.filter((input) => typeof input !== "object" || !Object.values(input ?? {}).includes(null))

test.each([
  ["an object", z.object(shape())],
  ["one that refuses unknown properties", z.strictObject(shape())],
  ["one that keeps them", z.looseObject(shape())],
  ["one with checks", z.object(shape()).refine(({ text }) => text.length < 3, "too long")],
  ["one that becomes something else", z.object(shape()).transform(({ text }) => text)],
  ["one that was something else", z.preprocess((given) => given, z.object(shape()))],
])("%s is parsed as zod parses it, with the same issues in the same order", async (_, schema) => {
  await fc.assert(
    fc.property(withoutNull, (input) => {
      expect(parse(schema, input)).toStrictEqual(parseByZod(schema, input))
    }),
    { seed: 1 },
  )
})

test("an object is parsed whatever order its properties come in", async () => {
  const schema = z.object({
    text: z.string(),
    flag: z.boolean().optional(),
    id: optionalId(),
    object: anyObject(),
    value: anyValue(),
    short: z.string().max(3).optional(),
    coerced: z.coerce.string().optional(),
    number: z.number().optional(),
    read: z.coerce.number().optional(),
    kind: z.enum(["a", "b"]).optional(),
  })
  const members = fc.tuple(
    fc.shuffledSubarray([
      "text",
      "flag",
      "id",
      "object",
      "value",
      "short",
      "coerced",
      "number",
      "read",
      "kind",
      "other",
    ]),
    fc.record({
      text: fc.string(),
      flag: fc.oneof(fc.boolean(), fc.constant(1)),
      id: fc.oneof(fc.constant(""), fc.string(), fc.integer()),
      object: fc.oneof(fc.constant({}), fc.constant([])),
      value: fc.jsonValue().filter((value) => value !== null),
      short: fc.string(),
      coerced: fc.oneof(fc.string(), fc.integer()),
      number: fc.oneof(fc.double(), fc.string()),
      read: fc.oneof(fc.double(), fc.string(), fc.boolean()),
      kind: fc.constantFrom("a", "b", "c", 1),
      other: fc.jsonValue(),
    }),
  )
  await fc.assert(
    fc.property(members, ([names, values]) => {
      const input = Object.fromEntries(names.map((name) => [name, values[name as keyof typeof values]]))
      expect(JSON.stringify(parse(schema, input))).toBe(JSON.stringify(parseByZod(schema, input)))
    }),
    { numRuns: 500, seed: 2 },
  )
})

test("lists, maps and unions are parsed as zod parses them", async () => {
  const element = () => z.union([z.string(), z.int()])
  const schemas: z.ZodType[] = [
    z.array(element()),
    z.array(z.object({ text: z.string() })),
    z.array(element()).min(1),
    z.record(z.string(), element()),
    z.union([z.array(element()), z.string().min(2), z.strictObject({ text: z.string().max(1) })]),
    z.lazy(() => z.array(element()).nullable().optional()),
  ]
  const inputs = fc.oneof(
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.jsonValue(), fc.record({ text: fc.string() }))),
    fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue())),
    fc.record({ text: fc.string() }),
    fc.jsonValue(),
  )
  // Zod drops this key from maps.
  const withoutProto = inputs.filter((input) => !Object.hasOwn(Object(input), "__proto__"))
  await fc.assert(
    fc.property(withoutProto, (input) => {
      for (const schema of schemas) expect(parse(schema, input)).toEqual(parseByZod(schema, input))
    }),
    { seed: 3 },
  )
})

test("a list or map that is too long is refused before anybody looks at what it holds", () => {
  let looks = 0
  const counted = z.string().refine(() => {
    looks += 1
    return false
  })
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, "x"]))
  for (const [schema, input] of [
    [map(counted, { max: 3 }), named(4)],
    [z.array(counted).max(3), Object.values(named(4))],
  ] as const) {
    expect(parse(schema, input)).toMatchObject({ success: false, issues: [{ path: [] }] })
    expect(looks).toBe(0)
  }
  parse(map(counted, { max: 3 }), named(3))
  expect(looks).toBe(3)
})

test("after a hundred issues nothing more is looked at, however deep it is", () => {
  const looked = new Set<unknown>()
  const wrong = z.custom((value) => {
    looked.add(value)
    return false
  })
  const inner = () => ({ inner: Array.from({ length: 60 }, () => Symbol("a value of its own")) })
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`m${at}`, Array.from({ length: 60 }, inner)]))
  const parsed = parseInput(object({ many: z.record(z.string(), z.array(object({ inner: z.array(wrong) }))) }), {
    many,
  })
  expect(looked.size).toBe(101)
  expect(parsed).toMatchObject({ success: false, issues: { length: 101, 1: { path: ["many", "m0", 0, "inner", 1] } } })
})

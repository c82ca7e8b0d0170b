import fc from "fast-check"
import { expect, test } from "vitest"
import * as z from "zod"
import { anyObject, anyValue, body, listOf, listOfMost, mapOf, optionalId } from "../../emulator/contract/shapes.ts"
import { objectOf } from "../../src/input/bounded-schemas.ts"

const shape = () => ({
  text: z.string(),
  maybe: z.number().optional(),
  shifted: z
    .string()
    .transform((text) => (text === "" ? undefined : text))
    .optional(),
  preset: z.string().default("preset"),
  any: z.unknown(),
  list: z.array(z.union([z.string(), z.object({ inner: z.int() })])).optional(),
})

const anything = fc.oneof(
  fc.record(
    {
      text: fc.oneof(fc.string(), fc.jsonValue()),
      maybe: fc.oneof(fc.integer(), fc.jsonValue()),
      shifted: fc.oneof(fc.constant(""), fc.jsonValue()),
      preset: fc.jsonValue(),
      any: fc.jsonValue(),
      list: fc.oneof(fc.array(fc.oneof(fc.string(), fc.record({ inner: fc.integer() }))), fc.jsonValue()),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

test("an object is read as zod reads it, with the same mistakes in the same order", async () => {
  const ours = objectOf(z.object(shape()), (given) => given)
  const usual = z.object(shape())
  await fc.assert(
    fc.property(anything, (input) => {
      const read = ours.safeParse(input)
      const expected = usual.safeParse(input)
      expect(read.data).toStrictEqual(expected.data)
      expect(Object.keys(read.data ?? {})).toEqual(Object.keys(expected.data ?? {}))
      expect(read.error?.issues).toEqual(expected.error?.issues)
    }),
  )
})

test("so is one whose members are all what they should be, in whatever order they came", async () => {
  const usual = z.object({
    text: z.string(),
    flag: z.boolean().optional(),
    id: z
      .string()
      .transform((id) => (id === "" ? undefined : id))
      .optional(),
    object: z.custom((given) => given !== null && typeof given === "object" && !Array.isArray(given), {
      error: "expected an object",
    }),
    value: z.custom((given) => given !== undefined, { error: "is required" }),
    short: z.string().max(3).optional(),
    coerced: z.coerce.string().optional(),
  })
  const ours = objectOf(
    z.object({ ...usual.shape, id: optionalId(), object: anyObject(), value: anyValue() }),
    (given) => given,
  )
  const members = fc.tuple(
    fc.shuffledSubarray(["text", "flag", "id", "object", "value", "short", "coerced", "other"]),
    fc.record({
      text: fc.oneof(fc.string(), fc.constant(null)),
      flag: fc.oneof(fc.boolean(), fc.constant(1)),
      id: fc.oneof(fc.constant(""), fc.string(), fc.integer()),
      object: fc.oneof(fc.constant({}), fc.constant([])),
      value: fc.jsonValue(),
      short: fc.string(),
      coerced: fc.oneof(fc.string(), fc.integer()),
      other: fc.jsonValue(),
    }),
  )
  await fc.assert(
    fc.property(members, ([names, values]) => {
      const input = Object.fromEntries(names.map((name) => [name, values[name as keyof typeof values]]))
      const read = ours.safeParse(input)
      const expected = usual.safeParse(input)
      expect(read.data).toStrictEqual(expected.data)
      expect(Object.keys(read.data ?? {})).toEqual(Object.keys(expected.data ?? {}))
      expect(read.error?.issues).toEqual(expected.error?.issues)
    }),
    { numRuns: 500 },
  )
})

test("a map with too many names is refused before anybody looks at what they stand for", () => {
  let read = 0
  const counted = z.string().refine(() => {
    read += 1
    return false
  })
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, "x"]))
  const map = mapOf(counted, { max: 3 })
  expect(map.safeParse(named(4)).error?.issues.map(({ message }) => message)).toEqual(["expected at most 3 names"])
  expect(read).toBe(0)
  map.safeParse(named(3))
  expect(read).toBe(3)
})

test("lists, bounded ones and maps are read as zod reads them", async () => {
  const element = () => z.union([z.string(), z.int()])
  const pairs: [z.ZodType, z.ZodType][] = [
    [listOf(element()), z.array(element())],
    [listOf(z.string()), z.array(z.string())],
    [listOf(element(), { min: 1, max: 3 }), z.array(element()).min(1).max(3)],
    [mapOf(element()), z.record(z.string(), element())],
  ]
  await fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.oneof(fc.string(), fc.integer(), fc.jsonValue())),
        fc.dictionary(
          fc.string().filter((name) => name !== "__proto__"),
          fc.oneof(fc.string(), fc.jsonValue()),
        ),
        fc.jsonValue(),
      ),
      (input) => {
        for (const [ours, usual] of pairs) {
          const read = ours.safeParse(input)
          const expected = usual.safeParse(input)
          expect(read.data).toEqual(expected.data)
          expect(read.error?.issues).toEqual(expected.error?.issues)
        }
      },
    ),
  )
})

test("of lists that stand in each other no more is read than was said, in each input anew", () => {
  let read = 0
  const counted = z.string().transform((text) => {
    read += 1
    return text
  })
  interface Node {
    text: string
    inner?: Node[] | undefined
  }
  const node: z.ZodType<Node> = body({
    text: counted,
    inner: listOfMost(
      z.lazy(() => node),
      10,
    ).optional(),
  })
  const wide = { text: "", inner: Array.from({ length: 1000 }, () => ({ text: "" })) }
  const tall = { text: "", inner: Array.from({ length: 9 }, () => wide) }
  for (const input of [wide, tall]) {
    read = 0
    expect(node.safeParse(input).success).toBe(true)
    expect(read).toBe(11)
  }
})

test("whatever it is given first", () => {
  const many = Array.from({ length: 2000 }, () => 0)
  for (const schema of [
    listOf(z.string()),
    listOf(z.string(), { min: 1 }),
    body({ many: listOf(z.string(), { min: 1 }) }),
  ]) {
    schema.safeParse("no list")
    schema.safeParse({ many: "no list" })
    const { error } = schema.safeParse(schema instanceof z.ZodObject ? { many } : many)
    expect(error?.issues.length).toBe(101)
  }
})

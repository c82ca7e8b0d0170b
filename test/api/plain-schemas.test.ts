import { expect, test } from "vitest"
import { withPlainSchemas } from "../../scripts/plain-schemas.mjs"

const typeOf = (schema: string, fact = "answer"): string => {
  const [, type = ""] =
    /ZodType<(.*)>;/s.exec(withPlainSchemas(`export interface Row { ${fact}: () => ${schema}; }`)) ?? []
  return type.replaceAll(/\s+/g, " ")
}

test("a schema is declared by what comes out of it, members that may be absent as such", () => {
  expect(
    typeOf(
      "z.ZodObject<{ id: z.ZodString; count: z.ZodOptional<z.ZodInt>; kind: z.ZodEnum<{ a: 'a'; b: 'b' }>; none: z.ZodNullable<z.ZodBoolean>; }, z.core.$strict>",
    ),
  ).toBe("{ id: string; count?: number | undefined; kind: 'a' | 'b'; none: boolean | null; }")
  expect(typeOf("z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodNull]>>")).toBe("(string | null)[]")
  expect(typeOf("z.ZodRecord<z.ZodString, z.ZodUnknown>")).toBe("Record<string, unknown>")
})

test("an object without members takes none, an open one takes any", () => {
  expect(typeOf("z.ZodObject<{}, z.core.$strict>")).toBe("Record<string, never>")
  expect(typeOf("z.ZodObject<{ id: z.ZodString; }, z.core.$loose>")).toBe("{ id: string; [x: string]: unknown; }")
})

test("a body is declared by what goes in, all else by what comes out", () => {
  const schema = "z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>"
  expect(typeOf(schema, "body")).toBe("unknown, string")
  expect(typeOf(schema, "query")).toBe("number")
  expect(typeOf(schema, "other")).toBe("number, string")
})

test("what all objects of a union have is declared once", () => {
  expect(
    typeOf(
      "z.ZodUnion<readonly [z.ZodObject<{ id: z.ZodString; a: z.ZodInt; }, z.core.$strict>, z.ZodObject<{ id: z.ZodString; b: z.ZodInt; }, z.core.$strict>]>",
    ),
  ).toBe("({ id: string; } & ({ a: number; } | { b: number; }))")
})

test("a schema that nothing is known of is no declaration", () => {
  expect(() => withPlainSchemas("export declare const a: () => z.ZodBigIntish<string>;")).toThrow(
    "ZodBigIntish: scripts/plain-schemas.mjs does not know what it takes",
  )
})

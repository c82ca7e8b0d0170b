import { describe, expect, test } from "vitest"
import * as z from "zod"
import { DomainError } from "../../../src/model/index.ts"
import { check, elsewhereText, refuseUnknown, suggestPlace } from "../../../src/model/input/index.ts"
import { itemsOf, office } from "../../operations/items/office.ts"

const schema = z.strictObject({
  limit: z.number().optional(),
  match: z.strictObject({ user: z.string().optional(), path: z.string().optional() }).optional(),
  lists: z.array(z.strictObject({ name: z.string().optional(), deep: z.strictObject({ far: z.string() }).optional() })),
  byName: z.record(z.string(), z.strictObject({ colour: z.string().optional() })).optional(),
  other: z.union([z.string(), z.strictObject({ size: z.number().optional() })]).optional(),
  twice: z.strictObject({ both: z.string() }).optional(),
  again: z.strictObject({ both: z.string() }).optional(),
})

const place = (path: readonly PropertyKey[], name: string, input: unknown = { lists: [] }): string | undefined => {
  const found = suggestPlace({ schema, path, name, input })
  return found && elsewhereText(found)
}

describe("the place of a property at the wrong level", () => {
  test.each<[string, readonly PropertyKey[], string, string | undefined]>([
    ["one level below", [], "user", "did you mean match.user?"],
    ["one level below, in a list", [], "name", "did you mean lists[0].name?"],
    ["one level below, in a map without keys", [], "colour", "did you mean byName.NAME.colour?"],
    ["one level below, in a union", [], "size", "did you mean other.size?"],
    ["one level above", ["match"], "limit", "it belongs to the top level"],
    ["one level above, across a list", ["lists", 0], "limit", "it belongs to the top level"],
    ["one level above, of an element", ["lists", 0, "deep"], "name", "it belongs to lists[0]"],
    ["beside it", ["match"], "colour", "did you mean byName.NAME.colour?"],
    ["beside it and one level below", ["match"], "far", "did you mean lists[0].deep.far?"],
    ["one level below rather than in a similar name", [], "path", "did you mean match.path?"],
    ["in a name that differs by a letter rather than below", ["twice"], "bot", "did you mean both?"],
    ["in a similar name rather than above", ["match"], "pats", "did you mean path?"],
    ["two levels below", [], "far", undefined],
    ["in several places", [], "both", undefined],
    ["nowhere", ["match"], "nothing", undefined],
    ["of an inherited name", ["match"], "constructor", undefined],
    ["of a prototype", [], "__proto__", undefined],
  ])("is found %s", (_, path, name, text) => {
    expect(place(path, name)).toBe(text)
  })

  test("names a key that the input has", () => {
    expect(place([], "colour", { byName: { Red: {} } })).toBe("did you mean byName.Red.colour?")
  })

  test("is searched in a recursive schema in finite time", () => {
    interface Tree {
      readonly children?: readonly Tree[] | undefined
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ children: z.array(tree).optional() }))
    const holder = z.strictObject({ tree, label: z.string().optional() })
    const path = ["tree", "children", 0, "children", 0]
    expect(suggestPlace({ schema: holder, path, name: "unknown", input: {} })).toBeUndefined()
    expect(suggestPlace({ schema: holder, path: ["tree"], name: "label", input: {} })).toEqual({ above: "" })
  })

  test("is in the refusal of an input, of a strict body and of a call in process", async () => {
    const refusal = (run: () => unknown): string => {
      try {
        run()
      } catch (error) {
        if (error instanceof DomainError) return error.message
        throw error
      }
      return ""
    }
    const input = { lists: [], user: "ada" }
    expect(refusal(() => check(schema, input))).toContain("did you mean match.user?")
    expect(refusal(() => refuseUnknown(z.object(schema.shape), input, "body"))).toBe(
      "body.user: unknown member; did you mean match.user?",
    )
    const { world } = await office()
    const before = itemsOf(world, "Deals")
    for (const name of ["rolesToPublish", "roles_to_publish"]) {
      const given = { application: "CRM", datastore: "Deals", item: {}, [name]: [] }
      await expect(world.as("ada@acme.test").createItem(given as never)).rejects.toThrow(
        `unknown property ${name} of createItem; did you mean accessKeyUpdates.rolesToPublish?`,
      )
    }
    expect(itemsOf(world, "Deals")).toEqual(before)
  })
})

import { expect, test } from "vitest"
import { findUserByReference } from "../../../src/people/index.ts"
import { createWorld } from "../../../src/world/index.ts"

test("a user is found by u_id, by address, and by address and code", async () => {
  const people: [email: string, code: string, exclusive?: string][] = [
    ["ada@x.test", "1"],
    ["ada@x.test", "", "W"],
    ["ada@x.test", ""],
    ["bob@x.test", "only"],
    ["cy@x.test", "1"],
    ["cy@x.test", "2"],
    ["d#e@x.test", "a#b@c"],
    ["d#e@x.test", ""],
  ]
  const world = await createWorld({
    fixture: {
      version: 1,
      users: people.map(([email, user_code, exclusive], at) => ({
        email,
        u_id: String(at).repeat(24),
        username: String(at),
        ...(user_code === "" ? {} : { user_code }),
        ...(exclusive === undefined ? {} : { exclusive_workspace: exclusive }),
      })),
      workspaces: [{ name: "W", admins: [], group: { group_id: "G", name: "G" } }],
    },
  })
  const found = (reference: string) => findUserByReference(world.view(), reference)?.username
  expect(found("3".repeat(24))).toBe("3")
  expect(found("ADA@x.test")).toBe("2")
  expect(found("ada@x.test#1")).toBe("0")
  expect(found("ada@x.test#")).toBe("2")
  expect(found("ada@x.test#2")).toBeUndefined()
  expect(found("bob@x.test")).toBe("3")
  expect(found("bob@x.test#only")).toBe("3")
  expect(found("cy@x.test")).toBeUndefined()
  expect(found("cy@x.test#2")).toBe("5")
  expect(found("d#e@x.test")).toBe("7")
  expect(found("d#e@x.test#a#b@c")).toBe("6")
  expect(found("nobody@x.test")).toBeUndefined()
})

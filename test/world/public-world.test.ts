import { expect, expectTypeOf, test } from "vitest"
import { createWorld, type World } from "../../src/index.ts"
import { type EngineWorld, engineOf } from "../../src/world/index.ts"

type EngineMember = Exclude<keyof EngineWorld, keyof World>

test("the public type has no members that only the engine and the emulator call", () => {
  expectTypeOf<EngineMember>().toEqualTypeOf<
    | "apiCaller"
    | "background"
    | "capsuleWriter"
    | "catchUp"
    | "commit"
    | "end"
    | "explainCall"
    | "explainedState"
    | "generation"
    | "history"
    | "isActive"
    | "isReadOnly"
    | "isShared"
    | "keep"
    | "open"
    | "pause"
    | "present"
    | "patterns"
    | "ports"
    | "replaceWith"
    | "resume"
    | "storeFailures"
    | "storeTrouble"
    | "tokenView"
    | "unstored"
  >()
})

test("a fork has the public type", async () => {
  const world = await createWorld()
  expectTypeOf(world.fork()).toEqualTypeOf<World>()
  expect(engineOf(world.fork()).generation).toBe(0)
})

test("the engine refuses an object that createWorld has not created", async () => {
  const world = await createWorld()
  expect(() => engineOf({ ...world } as World)).toThrow("expected a world of createWorld, received")
})

import { inspect } from "../model/index.ts"
import type { World } from "./public-world.ts"
import { EngineWorld } from "./world.ts"

/** Whether `createWorld` has created the value. */
export const isWorld = (value: unknown): value is World => value instanceof EngineWorld

/** Returns the world with all members. Throws if `createWorld` has not created it. */
export function engineOf(world: World): EngineWorld {
  if (world instanceof EngineWorld) return world
  throw new TypeError(`expected a world of createWorld, received ${inspect(world)}`)
}

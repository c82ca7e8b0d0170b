import type { Engine } from "../../engine/index.ts"
import { LazyModule } from "../../model/index.ts"
import type { SeededItems, SeedItems } from "./seed-items.ts"

export type { SeedItems } from "./seed-items.ts"

const seeding = new LazyModule(() => import("./seed-items.ts"))

/** Loads `seedItems` at the first call, and calls it. */
export async function seedLater(engine: Engine, wish: SeedItems): Promise<SeededItems> {
  return (await seeding.load()).seedItems(engine, wish)
}

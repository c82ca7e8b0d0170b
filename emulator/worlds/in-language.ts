import type { Lang } from "../../src/model/index.ts"
import { inLanguage, View } from "../../src/state/index.ts"
import { EngineWorld } from "../../src/world/index.ts"

/** Returns a view of the world with names in language `lang`. Default: the world's language. */
export const viewIn = (world: EngineWorld, lang: Lang | undefined): View =>
  lang === undefined ? world.view() : new View(inLanguage(world.state, lang), world.now, world.baseUrl)

/** Returns a copy of the world in memory whose responses contain names in language `lang`. Default: the world's language. */
export function copyIn(world: EngineWorld, lang: Lang = world.state.scalars.settings.lang): EngineWorld {
  const past = world.isReadOnly ? { readOnlyAt: world.now, version: world.version } : {}
  const ports = { ...world.ports, persistence: undefined }
  const copy = new EngineWorld(inLanguage(world.state, lang), ports, world.baseUrl, past)
  copy.present = world.present
  copy.apiCaller = world.apiCaller
  copy.patterns = world.patterns
  return copy
}

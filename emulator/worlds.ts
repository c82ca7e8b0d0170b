import type { World } from "../src/index.ts"

/** A world on a server. */
export interface NamedWorld {
  readonly name: string
  readonly world: World
  /** Name of the world it was forked from; null for `main`. */
  readonly parent: string | null
  readonly createdAt: string
}

export const MAIN = "main"

/** The worlds of one server, by name (design section 8). Nothing here is module-global. */
export class Worlds {
  readonly #worlds = new Map<string, NamedWorld>()

  constructor(main: World) {
    this.#worlds.set(MAIN, { name: MAIN, world: main, parent: null, createdAt: main.now })
  }

  find(name: string): NamedWorld | undefined {
    return this.#worlds.get(name)
  }

  list(): NamedWorld[] {
    return [...this.#worlds.values()]
  }
}

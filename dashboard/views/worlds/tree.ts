interface Fork {
  readonly name: string
  readonly parent: string | null
}

/** Sorts worlds as a tree, each below the world that it was forked from. A fork of a deleted world is at the top level. */
export function asTree<W extends Fork>(worlds: readonly W[]): { readonly world: W; readonly depth: number }[] {
  const names = new Set(worlds.map(({ name }) => name))
  const walk = (below: string | undefined, depth: number): { readonly world: W; readonly depth: number }[] =>
    worlds
      .filter(({ parent }) => (parent !== null && names.has(parent) ? parent : undefined) === below)
      .flatMap((world) => [{ world, depth }, ...walk(world.name, depth + 1)])
  return walk(undefined, 0)
}

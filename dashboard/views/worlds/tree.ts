interface Fork {
  readonly name: string
  readonly parent: string | null
}

/** Worlds in tree order: each below its parent, or at the top if the parent is deleted. */
export function asTree<W extends Fork>(worlds: readonly W[]): { readonly world: W; readonly depth: number }[] {
  const names = new Set(worlds.map(({ name }) => name))
  const walk = (below: string | undefined, depth: number): { readonly world: W; readonly depth: number }[] =>
    worlds
      .filter(({ parent }) => (parent !== null && names.has(parent) ? parent : undefined) === below)
      .flatMap((world) => [{ world, depth }, ...walk(world.name, depth + 1)])
  return walk(undefined, 0)
}

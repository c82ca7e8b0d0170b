interface RootTables {
  readonly tables?: readonly { readonly shift: number; readonly page: string }[]
}

/** Returns the IDs of root pages and of all pages below them. Leaf pages are not read, because their parents contain their IDs. */
export function reachedPages(
  roots: readonly string[],
  bodyOf: (id: string) => string | undefined,
  named: (body: string) => string[],
): Set<string> {
  const reached = new Set<string>()
  const walk = (id: string, shift: number): void => {
    if (reached.has(id)) return
    reached.add(id)
    if (shift === 0) return
    // `shift` drops by 5 per level; 0 means a leaf.
    for (const child of named(bodyOf(id) ?? "[]")) walk(child, shift - 5)
  }
  for (const root of roots) {
    if (reached.has(root)) continue
    reached.add(root)
    const { tables = [] } = JSON.parse(bodyOf(root) ?? "{}") as RootTables
    for (const { page, shift } of tables) walk(page, shift)
  }
  return reached
}

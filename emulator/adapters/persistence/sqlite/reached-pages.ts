/** What the body of a root says of where its pages are. */
interface RootTables {
  readonly tables?: readonly { readonly shift: number; readonly page: string }[]
}

/** The pages that roots lead to, themselves among them. Those with records are known by the page above them and are not read. */
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
    // The level above the records is of five bits.
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

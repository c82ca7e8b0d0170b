import { dumpFixture } from "../../../src/fixtures/index.ts"
import type { World } from "../../../src/world/index.ts"

const IDS = /(?:o-)?(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * An application as its export has it, with its internal IDs numbered in the order in which they come: two that differ in their IDs alone
 * are equal. What else differs in a copy is left out: the application's own name, display ID and place, and who holds its roles.
 */
export function applicationText(world: World, pId: string, known: readonly string[] = []): string {
  const applications = dumpFixture(world).workspaces.flatMap((workspace) => workspace.applications ?? [])
  const application = applications.find((one) => one.p_id === pId)
  if (application === undefined) throw new Error(`no application ${pId}`)
  const { application_id: _, name: __, display_order: ___, roles = [], ...rest } = application
  const numbers = new Map<string, string>(known.map((id) => [id, id]))
  const text = JSON.stringify({ ...rest, roles: roles.map(({ users: _users, ...role }) => role) }, null, 1)
  const numbered = text.replace(IDS, (id) => {
    const number = numbers.get(id) ?? `#${numbers.size}`
    numbers.set(id, number)
    return number
  })
  // Links are listed by the IDs of what they lead to.
  const inOrder = (name: string, value: unknown) => (name === "links" ? (value as string[]).sort() : value)
  return JSON.stringify(JSON.parse(numbered, inOrder), null, 1)
}

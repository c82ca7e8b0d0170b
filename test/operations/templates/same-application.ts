import { dumpFixture, type EngineWorld } from "../../../src/world/index.ts"

const IDS = /(?:o-)?(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * An application's export with its internal IDs numbered in order of appearance. Two applications that differ only in their IDs are equal.
 * Omits other differences of a copy: the application's name, display ID and position, and its users' roles.
 */
export function applicationText(world: EngineWorld, pId: string, known: readonly string[] = []): string {
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
  // Links are sorted by the IDs of their targets.
  const inOrder = (name: string, value: unknown) => (name === "links" ? (value as string[]).sort() : value)
  return JSON.stringify(JSON.parse(numbered, inOrder), null, 1)
}

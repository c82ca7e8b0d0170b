/** Properties that name a list's element in a path, such as `users[ada@shop.test]`. The first one that the element has is used. */
const NAMES = [
  "key",
  "i_id",
  "email",
  "group_id",
  "role_id",
  "datastore_id",
  "application_id",
  "auto_id",
  "report_id",
  "chart_id",
  "id",
  "name",
]

const MAX_VALUE = 60

/** Lists the differences between two fixtures, one line each: `+` for added, `-` for removed, `~` for changed values. */
export function fixtureDifference(before: unknown, after: unknown, path = ""): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (before === undefined) return [`+ ${path}${leaf(after)}`]
  if (after === undefined) return [`- ${path}`]
  if (!isNode(before) || !isNode(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [`~ ${path}: ${formatValue(before)} → ${formatValue(after)}`]
  }
  const [left, right] = [members(before), members(after)]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    fixtureDifference(left.get(name), right.get(name), Array.isArray(before) ? `${path}[${name}]` : join(path, name)),
  )
}

const isNode = (value: unknown): value is object => typeof value === "object" && value !== null

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`)

function members(node: object): ReadonlyMap<string, unknown> {
  if (!Array.isArray(node)) return new Map(Object.entries(node))
  return new Map(node.map((element, at) => [nameOf(element, at), element]))
}

function nameOf(element: unknown, at: number): string {
  if (!isNode(element)) return typeof element === "string" ? element : String(at)
  const found = Object.entries(element)
    .filter(([name, value]) => NAMES.includes(name) && typeof value === "string")
    .sort(([one], [other]) => NAMES.indexOf(one) - NAMES.indexOf(other))
  return String(found[0]?.[1] ?? at)
}

const leaf = (value: unknown): string => (isNode(value) ? "" : `: ${formatValue(value)}`)

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

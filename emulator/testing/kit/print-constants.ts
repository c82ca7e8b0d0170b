import { literal } from "./print-literal.ts"
import type { Step } from "./session.ts"

/** IDs that are values, not keys. */
const ID_VALUE = /"[0-9a-f]{24}"(?!:)/g

/** Shortens printed calls: declares their users, datastores and IDs as constants above them. */
export function withConstants(lines: readonly string[], steps: readonly Step[]): readonly string[] {
  const requests = steps.flatMap((step) => ("request" in step ? [step.request] : []))
  const names = new Map<string, string>()
  const declarations: string[] = []
  const declare = (prefix: string, word: string, value: unknown): string => {
    const known = names.get(literal(value))
    if (known !== undefined) return known
    const free = nameFor(`${prefix}${pascal(word)}`, [...names.values()])
    names.set(literal(value), free)
    declarations.push(`const ${free} = ${literal(value)}`)
    return free
  }
  const replacements = requests.flatMap(({ user, params = {} }) => {
    const { "app-id": application, "datastore-id": datastore } = params
    const byUser: [string, string] = [
      `user: ${literal(user)}`,
      `user: ${declare("by", user.split("@")[0] ?? "", user)}`,
    ]
    if (application === undefined || datastore === undefined) return [byUser]
    const place = { "app-id": application, "datastore-id": datastore }
    const name = declare("in", datastore, place)
    const open = literal(place).slice(0, -" }".length)
    return [byUser, [literal(place), name] as const, [`${open}, `, `{ ...${name}, `] as const]
  })
  const shortened = lines.map((line) =>
    line.startsWith("//")
      ? line
      : replacements
          .reduce((text, [long, short]) => text.replaceAll(long, short), line)
          .replaceAll(ID_VALUE, (id) => declare("id", "", JSON.parse(id))),
  )
  return [...declarations, ...shortened]
}

const MAX_WORD = 12

/** Makes a short identifier part such as `AdaLovelace` from the letters and digits of a text. */
const pascal = (text: string): string =>
  (text.match(/[a-z0-9]+/gi) ?? [])
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, MAX_WORD)

/** Appends a number to a name that is in use, or to a bare prefix, which may be a reserved word. */
function nameFor(name: string, used: readonly string[]): string {
  if (name.length > 2 && !used.includes(name)) return name
  let nth = name.length > 2 ? 2 : 1
  while (used.includes(`${name}${nth}`)) nth += 1
  return `${name}${nth}`
}

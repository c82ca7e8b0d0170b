import type { Mistake } from "../../../src/fixtures/index.ts"
import type { FileMistake } from "./positions.ts"

export interface FixtureDocument {
  readonly file: string
  readonly content: unknown
}

const LISTS = ["users", "workspaces", "mail_templates"] as const

const SECTIONS = ["clock", "settings"] as const

type Members = Record<string, unknown>

export interface MergedFixture {
  readonly fixture: unknown
  readonly mistakes: readonly Mistake[]
  /** Returns the file that contains a path of the merged fixture, and the path within that file. */
  locate(path: string): { readonly file: string; readonly path: string }
}

/**
 * Merges fixture documents. Users, workspaces and mail templates are concatenated. Any other property may be in only
 * one document, except the version, which every document must have. `mistakes` reports conflicting parts; they are
 * omitted so that the rest can be validated. A single document is returned unchanged.
 */
export function mergeDocuments(documents: readonly FixtureDocument[], isOnlyFile: boolean): MergedFixture {
  const [first] = documents
  if (isOnlyFile && first !== undefined && isObject(first.content)) {
    return { fixture: first.content, mistakes: [], locate: (path) => ({ file: first.file, path }) }
  }
  const merged: Members = { version: 1, users: [], workspaces: [] }
  const mistakes: Mistake[] = []
  const owners = new Map<string, string>()
  const starts = new Map<string, { readonly file: string; readonly from: number }[]>()
  const give = (target: Members, name: string, value: unknown, path: string, file: string) => {
    const owner = owners.get(path)
    if (owner !== undefined)
      mistakes.push(
        mistakeIn(file, path, `the file ${owner} also defines this property; remove it from one of the files`),
      )
    else target[name] = value
    owners.set(path, owner ?? file)
  }
  for (const { file, content } of documents) {
    if (!isObject(content)) {
      mistakes.push(mistakeIn(file, "", "expected a fixture: an object with version, users and workspaces"))
      continue
    }
    if (content.version !== 1) {
      mistakes.push(mistakeIn(file, "version", content.version === undefined ? "required" : "expected 1"))
    }
    for (const [name, value] of Object.entries(content)) {
      if (name === "$schema" || name === "version") continue
      if (name === "__proto__") mistakes.push(mistakeIn(file, name, "unknown property"))
      else if (includes(LISTS, name)) {
        if (!Array.isArray(value)) {
          mistakes.push(mistakeIn(file, name, "expected an array"))
          continue
        }
        const list = (merged[name] ?? []) as unknown[]
        starts.set(name, [...(starts.get(name) ?? []), { file, from: list.length }])
        merged[name] = [...list, ...value]
      } else if (includes(SECTIONS, name)) {
        if (!isObject(value)) {
          mistakes.push(mistakeIn(file, name, "expected an object"))
          continue
        }
        const section = (merged[name] ?? Object.create(null)) as Members
        merged[name] = section
        for (const [inner, one] of Object.entries(value)) give(section, inner, one, `${name}.${inner}`, file)
      } else give(merged, name, value, name, file)
    }
  }
  const locate: MergedFixture["locate"] = (path) => {
    const [, list, index, rest = ""] = /^(\w+)\[(\d+)\](.*)$/s.exec(path) ?? []
    const place = starts.get(list ?? "")?.findLast(({ from }) => from <= Number(index))
    if (list !== undefined && place !== undefined) {
      return { file: place.file, path: `${list}[${Number(index) - place.from}]${rest}` }
    }
    const owner = [...owners].find(([own]) => path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`))
    return { file: owner?.[1] ?? first?.file ?? "", path }
  }
  return { fixture: merged, mistakes, locate }
}

export const mistakeIn = (file: string, place: string, message: string): FileMistake => ({
  path: place === "" ? file : `${file}: ${place}`,
  message,
  file,
  place,
})

const includes = (names: readonly string[], name: string): boolean => names.includes(name)

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

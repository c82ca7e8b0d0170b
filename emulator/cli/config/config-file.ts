import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, extname, isAbsolute, join, relative, resolve } from "node:path"
import { nearest } from "../../http/nearest.ts"
import { BadValue } from "../flags/values.ts"
import { Exit, failed } from "../io.ts"
import { CONFIG_FLAGS, FIXTURES, readMember } from "./config-properties.ts"

/** What a config file says, read and checked. */
export interface ConfigFile {
  readonly file: string
  readonly fixtures: readonly string[]
  /** Values of flags, by attribute. */
  readonly values: ReadonlyMap<string, unknown>
}

const NAMES = ["ts", "mts", "mjs", "js", "json"].map((kind) => `hexarium.config.${kind}`)

/** Takes a mistake that does not end the command. */
export type Forgive = (mistake: string) => void

/**
 * The config file that is named, else the nearest one from a folder upward; undefined where there is none. `forgive` takes the mistakes of one
 * that nobody named, of which then all else holds.
 */
export async function readConfig(
  named: string | undefined,
  folder: string,
  forgive?: Forgive,
): Promise<ConfigFile | undefined> {
  const tell = named === undefined ? forgive : undefined
  try {
    const file = named === undefined ? findConfig(folder) : resolve(folder, named)
    if (file === undefined) return undefined
    const shown = shownFile(file, folder)
    const content = extname(file) === ".json" ? await readJsonConfig(file, shown) : await runConfig(file, shown)
    return await readMembers(content, file, shown, tell)
  } catch (error) {
    if (tell === undefined || !(error instanceof Exit)) throw error
    tell(error.message)
    return undefined
  }
}

const shownFile = (file: string, folder: string): string => {
  const path = relative(folder, file)
  return path === "" || path.startsWith("..") || isAbsolute(path) ? file : path
}

function findConfig(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const [file, other] = NAMES.map((name) => join(folder, name)).filter(isFile)
    if (other !== undefined) throw failed(`${file} and ${other} are both there; keep one, or name one with --config`)
    if (file !== undefined) {
      requireTrusted(file)
      return file
    }
    if (dirname(folder) === folder) return undefined
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** A config may be a program, so one that somebody else left in a shared folder is not run unasked. */
function requireTrusted(file: string): void {
  const me = process.getuid?.()
  const { uid } = statSync(file)
  if (me === undefined || me === 0 || uid === me || uid === 0) return
  throw failed(`${file} belongs to another user; if you trust it, name it with --config`)
}

async function readJsonConfig(file: string, shown: string): Promise<unknown> {
  const { FileProblem, parseText, readText } = await import("../../adapters/fixture-files/read-document.ts")
  try {
    return await parseText(await readText(file), file)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const { line, column, message } = error
    throw failed(`${[shown, line, column].filter((part) => part !== undefined).join(":")}: ${message}`)
  }
}

async function runConfig(file: string, shown: string): Promise<unknown> {
  if (!isFile(file)) throw failed(`${shown}: ${existsSync(file) ? "a directory, not a file" : "no such file"}`)
  const { importConfig } = await import("./import-config.ts")
  try {
    return await importConfig(file)
  } catch (error) {
    throw error instanceof Error ? failed(`${shown}: ${error.message.split("\n")[0]}`) : error
  }
}

async function readMembers(
  content: unknown,
  file: string,
  shown: string,
  tell: Forgive | undefined,
): Promise<ConfigFile> {
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw failed(`${shown}: expected an object such as { "fixtures": "world.yaml", "port": 8080 }`)
  }
  const values = new Map<string, unknown>()
  let fixtures: readonly string[] = []
  const mistakes: string[] = []
  for (const [name, value] of Object.entries(content)) {
    if (name === "$schema" || value === undefined) continue
    try {
      if (name === FIXTURES) fixtures = readFixtures(value).map((path) => fromFolder(file, path))
      else values.set(name, readKnown(name, value, file))
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      const mistake = `${await placeOf(file, shown, name)}: ${name}: ${error.message}`
      if (tell === undefined) mistakes.push(mistake)
      else tell(mistake)
    }
  }
  const [first, ...more] = mistakes
  if (first !== undefined) {
    throw failed(
      more.length === 0 ? first : [`the config file has ${mistakes.length} mistakes:`, ...mistakes].join("\n  "),
    )
  }
  return { file, fixtures, values }
}

function readFixtures(value: unknown): string[] {
  const paths: unknown[] = Array.isArray(value) ? value : [value]
  return paths.map((path) => {
    if (typeof path !== "string" || path === "") throw new BadValue("Expected a file or a list of files.")
    return path
  })
}

function readKnown(name: string, value: unknown, file: string): unknown {
  const flag = CONFIG_FLAGS.get(name)
  if (flag === undefined) {
    const meant = nearest(name, [FIXTURES, ...CONFIG_FLAGS.keys()])
    throw new BadValue(`There is no such setting${meant === undefined ? "." : `; did you mean ${meant}?`}`)
  }
  const read = readMember(flag, value)
  const isPath = flag.offers === "file" || flag.offers === "folder"
  if (!isPath) return read
  return Array.isArray(read)
    ? read.map((path: unknown) => fromFolder(file, String(path)))
    : fromFolder(file, String(read))
}

/** Paths lead from the folder of the config file, wherever the command is run. */
const fromFolder = (file: string, path: string): string =>
  /^[a-z]+:\/\//i.test(path) ? path : resolve(dirname(file), path)

/** File, line and column of a setting, as far as the text tells: in a program it may come from anywhere. */
async function placeOf(file: string, shown: string, name: string): Promise<string> {
  const text = readFileSync(file, "utf8")
  if (extname(file) === ".json") {
    const { placeMistakes } = await import("../../adapters/fixture-files/positions.ts")
    const mistake = { path: name, place: name, file: shown, message: "" }
    const [placed] = await placeMistakes([mistake], async () => text)
    return `${shown}:${placed?.line}:${placed?.column}`
  }
  const at = new RegExp(`^[^\\n/]*?\\b(${name})\\b["']?\\s*[:,}]`, "m").exec(text)
  if (at === null) return shown
  const offset = at.index + at[0].lastIndexOf(name)
  const before = text.slice(0, offset)
  return `${shown}:${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`
}

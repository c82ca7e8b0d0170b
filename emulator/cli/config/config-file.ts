import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, extname, isAbsolute, join, relative, resolve } from "node:path"
import { inspect, nearest } from "../../../src/model/index.ts"
import { BadValue } from "../flags/values.ts"
import { commandError, Exit } from "../io.ts"
import { CONFIG_FLAGS, FIXTURES, readProperty } from "./config-properties.ts"

export interface ConfigFile {
  readonly file: string
  readonly fixtures: readonly string[]
  /** Values of flags, by property name. */
  readonly values: ReadonlyMap<string, unknown>
}

const NAMES = ["ts", "mts", "mjs", "js", "json"].map((kind) => `hexarium.config.${kind}`)

/** Callback for a mistake that does not end the command. */
export type Forgive = (mistake: string) => void

/**
 * Reads the given config file, or else the nearest one in `folder` or a parent; undefined if there is none. For a file
 * that was not given by name, `forgive` is called with each mistake, and the other settings still apply.
 */
export async function readConfig(
  named: string | undefined,
  folder: string,
  forgive?: Forgive,
): Promise<ConfigFile | undefined> {
  const report = named === undefined ? forgive : undefined
  try {
    const file = named === undefined ? findConfig(folder) : resolve(folder, named)
    if (file === undefined) return undefined
    const shown = shownFile(file, folder)
    const content = extname(file) === ".json" ? await readJsonConfig(file, shown) : await runConfig(file, shown)
    return await readProperties(content, file, shown, report)
  } catch (error) {
    if (report === undefined || !(error instanceof Exit)) throw error
    report(error.message)
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
    if (other !== undefined)
      throw commandError(`expected one config file, received ${file} and ${other}; remove one file or pass --config`)
    if (file !== undefined) {
      requireTrusted(file)
      return file
    }
    if (dirname(folder) === folder) return undefined
  }
}

/** Returns false also for a path that no file can have, for example below a file. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Throws if another user owns the file, because a config may be a program and must not run without consent. */
function requireTrusted(file: string): void {
  const me = process.getuid?.()
  const { uid } = statSync(file)
  if (me === undefined || me === 0 || uid === me || uid === 0) return
  throw commandError(`the config file ${file} belongs to another user; if you trust the file, pass it with --config`)
}

async function readJsonConfig(file: string, shown: string): Promise<unknown> {
  const { FileProblem, parseText, readText } = await import("../../adapters/fixture-files/read-document.ts")
  try {
    return await parseText(await readText(file), file)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const { line, column, message } = error
    throw commandError(`${[shown, line, column].filter((part) => part !== undefined).join(":")}: ${message}`)
  }
}

async function runConfig(file: string, shown: string): Promise<unknown> {
  if (!isFile(file))
    throw commandError(`the config file ${shown} ${existsSync(file) ? "is a directory" : "does not exist"}`)
  const { importConfig } = await import("./import-config.ts")
  try {
    return await importConfig(file)
  } catch (error) {
    throw programFailed(shown, error)
  }
}

/** Creates the error for a config file that is a program and throws. */
const programFailed = (shown: string, error: unknown): Exit =>
  commandError(`${shown}: ${(error instanceof Error ? error.message : inspect(error)).split("\n")[0]}`)

async function readProperties(
  content: unknown,
  file: string,
  shown: string,
  report: Forgive | undefined,
): Promise<ConfigFile> {
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw commandError(`${shown}: expected an object such as { "fixtures": "world.yaml", "port": 8080 }`)
  }
  const values = new Map<string, unknown>()
  let fixtures: readonly string[] = []
  const mistakes: string[] = []
  for (const [name, value] of entriesOf(content, shown)) {
    if (name === "$schema" || value === undefined) continue
    try {
      if (name === FIXTURES) fixtures = readFixtures(value).map((path) => fromFolder(file, path))
      else values.set(name, readKnown(name, value, file))
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      const mistake = `${await placeOf(file, shown, name)}: ${name === "" ? '""' : name}: ${error.message}`
      if (report === undefined) mistakes.push(mistake)
      else report(mistake)
    }
  }
  const [first, ...more] = mistakes
  if (first !== undefined) {
    throw commandError(
      more.length === 0 ? first : [`the config file has ${mistakes.length} mistakes:`, ...mistakes].join("\n  "),
    )
  }
  return { file, fixtures, values }
}

/** Returns the members of a config. The getters of a program may throw. */
function entriesOf(content: object, shown: string): [string, unknown][] {
  try {
    return Object.entries(content)
  } catch (error) {
    throw programFailed(shown, error)
  }
}

function readFixtures(value: unknown): string[] {
  const paths: unknown[] = Array.isArray(value) ? value : [value]
  return paths.map((path) => {
    if (typeof path !== "string" || path === "" || path.includes("\0"))
      throw new BadValue("Expected a file name or a list of file names.")
    return path
  })
}

function readKnown(name: string, value: unknown, file: string): unknown {
  const flag = CONFIG_FLAGS.get(name)
  if (flag === undefined) {
    const inside = typeof value === "object" && value !== null ? Object.keys(value).find(isSetting) : undefined
    if (inside !== undefined) {
      throw new BadValue(`Hexarium has no setting of this name; write ${inside} beside it, not in ${name}.`)
    }
    const meant = nearest(name, [FIXTURES, ...CONFIG_FLAGS.keys()])
    throw new BadValue(`Hexarium has no setting of this name${meant === undefined ? "." : `; did you mean ${meant}?`}`)
  }
  const read = readProperty(flag, value)
  const isPath = flag.offers === "file" || flag.offers === "folder"
  if (!isPath) return read
  return Array.isArray(read)
    ? read.map((path: unknown) => fromFolder(file, String(path)))
    : fromFolder(file, String(read))
}

const isSetting = (name: string): boolean => name === FIXTURES || CONFIG_FLAGS.has(name)

const fromFolder = (file: string, path: string): string =>
  /^[a-z]+:\/\//i.test(path) ? path : resolve(dirname(file), path)

/** Returns the file, line and column of a setting's name. If the config is a program, returns only the file. */
async function placeOf(file: string, shown: string, name: string): Promise<string> {
  const text = readFileSync(file, "utf8")
  if (extname(file) === ".json") {
    const { placeMistakes } = await import("../../adapters/fixture-files/positions.ts")
    const mistake = { path: name, place: name, file: shown, message: "" }
    const [placed] = await placeMistakes([mistake], async () => text)
    return `${shown}:${placed?.line}:${placed?.column}`
  }
  const at = /^\w+$/.test(name) ? new RegExp(`^[^\\n/]*?\\b(${name})\\b["']?\\s*[:,}]`, "m").exec(text) : null
  if (at === null) return shown
  const offset = at.index + at[0].lastIndexOf(name)
  const before = text.slice(0, offset)
  return `${shown}:${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`
}

import { existsSync, readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { PageFile } from "../pages/pages.ts"

/** Where files are: beside the bundle, above the chunk this code ended up in, or, when the sources run, where the build put them. */
const PLACES = (path: string): readonly URL[] =>
  [`./${path}`, `../${path}`, `../../dist/${path}`].map((place) => new URL(place, import.meta.url))

const find = (path: string): URL | undefined => PLACES(path).find((place) => existsSync(place))

let unpacked: ReadonlyMap<string, string> | undefined

/** What is below `ui/` by name: installed as one compressed file, and unpacked when a page is first asked for. */
function pages(): ReadonlyMap<string, string> {
  const packed = find("ui.br")
  if (packed === undefined) return new Map()
  unpacked ??= new Map(Object.entries(JSON.parse(brotliDecompressSync(readFileSync(packed)).toString())))
  return unpacked
}

/** The files of the dashboard and the reference, as they were installed. */
export const readPageFile: PageFile = (path) => {
  const page = path.startsWith("ui/") ? pages().get(path.slice("ui/".length)) : undefined
  if (page !== undefined) return page
  const file = find(path)
  if (file === undefined) throw new Error(`${path} is missing from the installation`)
  return readFileSync(file, "utf8")
}

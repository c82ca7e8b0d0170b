import { existsSync, readFileSync } from "node:fs"
import type { PageFile } from "../pages/index.ts"

/** Returns the URLs to try for a file: beside the bundle, above this module's chunk, and in `dist` if the sources run. */
const PLACES = (path: string): readonly URL[] =>
  [`./${path}`, `../${path}`, `../../dist/${path}`].map((place) => new URL(place, import.meta.url))

/** Reads an installed file of the dashboard or the API reference. Throws if the file is missing. */
export const readPageFile: PageFile = (path) => {
  const file = PLACES(path).find((place) => existsSync(place))
  if (file === undefined) throw new Error(`${path} is missing from the installation`)
  return readFileSync(file, "utf8")
}

import { existsSync, readFileSync } from "node:fs"
import type { PageFile } from "../pages/index.ts"

/** Returns the URLs where a file may be: beside the bundle, in the folder above a chunk, or in `dist` if the sources run unbuilt. */
const PLACES = (path: string): readonly URL[] =>
  [`./${path}`, `../${path}`, `../../dist/${path}`].map((place) => new URL(place, import.meta.url))

/**
 * Reads a file of the dashboard or the API reference from the installed package. Throws if the file is missing.
 *
 * @example
 * ```ts
 * import { createApp } from "hexarium/http"
 * import { readPageFile } from "hexarium/node"
 *
 * const app = createApp({ world, pageFile: readPageFile })
 * ```
 */
export const readPageFile: PageFile = (path) => {
  const file = PLACES(path).find((place) => existsSync(place))
  if (file === undefined) throw new Error(`${path} is missing from the installation`)
  return readFileSync(file, "utf8")
}

import { existsSync, readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { PageFile } from "../pages/pages.ts"

/**
 * Where the files are: beside the bundle, above the chunk this code ended up in, or, when the sources run, where the build put the
 * dashboard; those of Swagger UI are in their package then.
 */
const PLACES = (path: string): readonly string[] => [
  `./${path}`,
  `../${path}`,
  `../../dist/${path}`,
  `../../node_modules/swagger-ui-dist/${path.replace(/^docs\//, "")}`,
]

/** The files of the dashboard and the reference, as they were installed: large ones are compressed. */
export const readPageFile: PageFile = (path) => {
  for (const place of PLACES(path)) {
    const url = new URL(place, import.meta.url)
    if (existsSync(url)) return readFileSync(url, "utf8")
    const compressed = new URL(`${place}.br`, import.meta.url)
    if (existsSync(compressed)) return brotliDecompressSync(readFileSync(compressed)).toString()
  }
  throw new Error(`${path} is missing from the installation`)
}

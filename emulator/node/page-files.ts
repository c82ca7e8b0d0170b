import { existsSync, readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { PageFile } from "../pages/pages.ts"

/** Where the files are: beside the bundle, above the chunk this code ended up in, or, when the sources run, where the build put them. */
const PLACES = (path: string): readonly string[] => [`./${path}`, `../${path}`, `../../dist/${path}`]

/** The files of the dashboard and the reference, as they were installed: most are compressed. */
export const readPageFile: PageFile = (path) => {
  for (const place of PLACES(path)) {
    const url = new URL(place, import.meta.url)
    const packed = new URL(`${place}.br`, import.meta.url)
    if (existsSync(packed)) return brotliDecompressSync(readFileSync(packed)).toString()
    if (existsSync(url)) return readFileSync(url, "utf8")
  }
  throw new Error(`${path} is missing from the installation`)
}

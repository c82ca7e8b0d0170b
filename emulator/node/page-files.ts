import { existsSync, readFileSync } from "node:fs"
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

/** The files of the dashboard and the reference, as they were installed. */
export const readPageFile: PageFile = (path) => {
  const url = PLACES(path)
    .map((place) => new URL(place, import.meta.url))
    .find((place) => existsSync(place))
  if (url === undefined) throw new Error(`${path} is missing from the installation`)
  return readFileSync(url, "utf8")
}

import { existsSync } from "node:fs"

/** Finds a file beside the bundles, such as a thread's code; undefined if the sources are not built. */
export const findBundled = (name: string): URL | undefined =>
  [`./${name}`, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

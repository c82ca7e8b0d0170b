import { existsSync } from "node:fs"

/** Finds a file beside the built bundles, such as a worker thread's code. Returns undefined if the sources run unbuilt. */
export const findBundled = (name: string): URL | undefined =>
  [`./${name}`, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

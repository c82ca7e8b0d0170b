import { readFileSync } from "node:fs"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** The package's version. The build inlines the value (`inline-data.mjs`). */
export const VERSION = version

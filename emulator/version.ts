import { readFileSync } from "node:fs"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** The version of the package. Inlined by the build: `inline-data.mjs`. */
export const VERSION = version

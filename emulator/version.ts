import { existsSync, readFileSync } from "node:fs"

/** package.json lies above this file in the sources, and one or two folders above it once built. */
const PLACES = ["../package.json", "../../package.json"]

function readVersion(): string {
  for (const place of PLACES) {
    const url = new URL(place, import.meta.url)
    if (existsSync(url)) return (JSON.parse(readFileSync(url, "utf8")) as { version: string }).version
  }
  return "0.0.0"
}

/** The version of the package. */
export const VERSION = readVersion()

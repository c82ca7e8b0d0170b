import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { failed } from "./io.ts"

/** The demo lies in the package's folder `fixtures`, two folders above this file in the sources and one or two once built. */
const PLACES = ["../fixtures/demo.yaml", "../../fixtures/demo.yaml", "../../../fixtures/demo.yaml"]

/** The file of the built-in demo world. */
export function demoFixture(): string {
  for (const place of PLACES) {
    const url = new URL(place, import.meta.url)
    if (existsSync(url)) return fileURLToPath(url)
  }
  throw failed("the package's demo fixture is missing; name a fixture of your own")
}

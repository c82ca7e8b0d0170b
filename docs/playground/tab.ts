import { createApp } from "../../emulator/index.ts"
import { serveInTab } from "../../emulator/pages/service-worker/index.ts"
import { createWorld } from "../../src/index.ts"
import { FIRST_FIXTURE, text } from "./fixture-text.ts"
import { readText } from "./mistakes.ts"

const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "")

/**
 * Serves the world of the stored text. If that text has mistakes, it stays in the editor, and the world is that of the first fixture.
 */
export async function beginTab(): Promise<void> {
  const fixture = (await readText(text.peek())).fixture ?? (await readText(FIRST_FIXTURE)).fixture
  if (fixture === undefined) throw new Error("the fixture that is there at first has mistakes")
  const app = createApp({ world: await createWorld({ fixture, baseUrl }) })
  await serveInTab(app, { script: "worker.js" })
}

import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { bareWorld } from "../bare-world.ts"

/** Request bodies as browsers provide them. Firefox has no body stream, and WebKit's stream is not iterable. */
const STREAMS: readonly (readonly [string, (request: Request) => Request])[] = [
  ["is there", (request) => request],
  ["is missing", (request) => Object.defineProperty(request, "body", { value: undefined })],
  ["can't be looped over", (request) => Object.defineProperty(request, "body", { value: {} })],
]

test.each(STREAMS)("a body is read where its stream %s", async (_, changed) => {
  const app = createApp({ world: bareWorld() })
  const headers = { "content-type": "application/json", "x-hexarium": "1" }
  const body = JSON.stringify({ name: "twin" })
  const request = new Request("http://localhost/_hexarium/worlds", { method: "POST", headers, body })
  const answer = await app.fetch(changed(request))
  expect([answer.status, await answer.json()]).toMatchObject([201, { name: "twin" }])
  app.close()
})

import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inlineData } from "../../scripts/inline-data.mjs"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

let folder = ""
beforeAll(async () => {
  await mkdir(`${ROOT}.cache`, { recursive: true })
  folder = await mkdtemp(`${ROOT}.cache/without-node-`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Code of a page or a service worker: creates a world, sends requests to its app, and reads the responses. */
const PAGE = `
import { createWorld } from "${ROOT}src/index.ts"
import { createApp } from "${ROOT}emulator/index.ts"

export async function run(fixture) {
  const app = createApp({ world: await createWorld({ fixture }) })
  const ask = async (path, { headers, ...init } = {}) => {
    const answer = await app.fetch(new Request("http://page.localhost" + path, {
      ...init,
      headers: { authorization: "Bearer ada-token", ...headers },
    }))
    const text = await answer.text()
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) }
  }
  const json = (body, headers = {}) => ({
    method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers },
  })
  const events = await app.fetch(new Request("http://page.localhost/_hexarium/worlds/main/events"))
  const form = new FormData()
  form.append("filename", "a.txt")
  form.append("file", new Blob(["content"], { type: "text/plain" }), "a.txt")
  const answers = {
    login: await ask("/api/v0/login", json({ email: "ada@acme.test", password: "correct-horse-1" })),
    created: await ask("/api/v0/applications/DESK/datastores/TICKETS/items/new", json({ item: { Subject: "In a page" } })),
    uploaded: await ask("/api/v0/files", { method: "POST", body: form }),
    forked: await ask("/_hexarium/worlds", json({ name: "twin" }, { "x-hexarium": "1" })),
    document: await ask("/openapi.json"),
    dashboard: await ask("/"),
  }
  const logged = await ask("/_hexarium/worlds/main/requests")
  app.close()
  return { ...answers, logged, events: await events.text() }
}
`

const RUNNER = `
import { run } from "./page.js"
console.log(JSON.stringify(await run(JSON.parse(process.argv[2]))))
`

/** Globals that only Node has. They are undefined in the page's code; Node's fetch still needs them. */
const NODE_ONLY = ["process", "Buffer", "global", "setImmediate", "clearImmediate"]

/** Tests architecture.md, "Without a server". */
test("hexarium and hexarium/http are bundled for a page and run without Node", async () => {
  const { DESK } = await import("../control/desk.ts")
  await writeFile(`${folder}/entry.js`, PAGE)
  await build({
    entryPoints: { page: `${folder}/entry.js` },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    // The script sandbox imports this module only in Node.
    external: ["module"],
    plugins: [inlineData],
    define: {
      ...Object.fromEntries(NODE_ONLY.map((name) => [name, "undefined"])),
      "process.env.NODE_ENV": '"production"',
    },
  })
  await writeFile(`${folder}/runner.mjs`, RUNNER)
  const fixture = structuredClone(DESK) as typeof DESK & { users: { token?: string }[] }
  if (fixture.users[0] !== undefined) fixture.users[0].token = "ada-token"
  const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/runner.mjs`, JSON.stringify(fixture)], {
    maxBuffer: 1 << 26,
  })
  const answers = JSON.parse(stdout)
  expect(answers).toMatchObject({
    login: { status: 200, body: { token: expect.any(String) } },
    created: { status: 200, body: { item_id: expect.any(String) } },
    forked: { status: 201, body: { name: "twin" } },
    document: { status: 200, body: { openapi: "3.1.0" } },
    dashboard: { status: 404 },
  })
  expect(answers.uploaded).toMatchObject({ status: 200 })
  expect(answers.events).toContain('"operation":"CreateItem"')
  expect(answers.logged.body.requests.length).toBeGreaterThan(2)
})

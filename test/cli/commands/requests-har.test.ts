import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createClient } from "../../../emulator/client/index.ts"
import { startServer } from "../../../emulator/node/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { DESK } from "../../control/desk.ts"
import { runCommand } from "../run-command.ts"

/** control.md section 3, "HAR". */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  await writeFile(join(folder, "desk.json"), JSON.stringify(DESK))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Har {
  readonly log: { readonly version: string; readonly entries: readonly HarEntry[] }
}

interface HarEntry {
  readonly startedDateTime: string
  readonly _user?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string }
  }
  readonly response: {
    readonly status: number
    readonly content: { readonly text?: string; readonly comment?: string }
  }
}

/** A server whose log has a login, writes, a list, a refusal and an upload. */
async function openDesk() {
  const server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
  const guest = createClient({ baseUrl: server.url })
  const { token } = await guest.login({ body: { email: "bob@acme.test", password: "bobs-own-secret-2" } })
  const bob = createClient({ baseUrl: server.url, token })
  const ada = createClient({ baseUrl: server.url, token: "ada-fixed-token-1" })
  const params = { "app-id": "DESK", "datastore-id": "TICKETS" }
  await bob.createItem({ params, body: { item: { Subject: "Paper jam" } } })
  await ada.itemList({ params, body: { page: 1, per_page: 10 } })
  await ada.getItemDetails({ params: { ...params, "item-id": "0123456789abcdef01234567" } }).catch(() => {})
  const form = new FormData()
  form.append("file", new File(["bytes"], "a.txt"))
  await fetch(`${server.url}/api/v0/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { server, token }
}

test("requests --har writes the log without secrets, and compare finds no difference in it", async () => {
  const { server, token } = await openDesk()
  const { code, out, err } = await runCommand(["requests", "--har", "--url", server.url])
  await server.close()
  expect([code, err]).toEqual([0, ""])
  for (const secret of [token, "ada-fixed-token-1", "bobs-own-secret-2"]) expect(out).not.toContain(secret)

  const { log } = JSON.parse(out) as Har
  expect(log.version).toBe("1.2")
  const [login, create, list, missing, upload] = log.entries
  expect(log.entries.map(({ response }) => response.status)).toEqual([200, 200, 200, 404, expect.any(Number)])
  expect(login?.request.postData).toEqual({
    mimeType: "application/json",
    text: "",
    comment: "the body contains secrets",
  })
  expect(login?.response.content.comment).toBe("the body contains secrets")
  expect(create?.request.postData?.text).toBe('{"item":{"Subject":"Paper jam"}}')
  expect(upload?.request.postData?.comment).toBe("the request log keeps no files of forms")
  const tokenOf = (entry: HarEntry | undefined) =>
    entry?.request.headers.find(({ name }) => name === "Authorization")?.value
  expect([tokenOf(create), tokenOf(list), tokenOf(missing)]).toEqual([
    "Bearer Redacted-token-1",
    "Bearer Redacted-token-2",
    "Bearer Redacted-token-2",
  ])
  expect(create?._user).toMatch(/^[0-9a-f]{24}$/)
  expect(create?.startedDateTime).toBe("2026-01-05T09:00:00.000Z")

  const file = join(folder, "requests.har")
  await writeFile(file, out)
  const compared = await runCommand(["compare", file, join(folder, "desk.json")])
  expect([compared.code, compared.out]).toEqual([0, expect.stringContaining("3 requests")])
})

test("requests --har takes the filters of the list, but no limit", async () => {
  const { server } = await openDesk()
  const { out } = await runCommand(["requests", "--har", "--operation", "CreateItem", "--url", server.url])
  const limited = await runCommand(["requests", "--har", "--limit", "1", "--url", server.url])
  await server.close()
  expect((JSON.parse(out) as Har).log.entries.map(({ request }) => request.method)).toEqual(["POST"])
  expect(limited).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--limit has no effect with --har") })
})

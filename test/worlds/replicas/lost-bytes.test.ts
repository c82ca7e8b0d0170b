import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { COMMANDS, run } from "../../../emulator/cli/index.ts"
import { startServer } from "../../../emulator/node/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { dumpFixture, type EngineWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { type Replica, replicaOn } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

const FILE_ID = "f".repeat(24)

function paperFixture(): Fixture {
  const fixture = fixtureOf({
    datastores: {
      Tasks: {
        fields: { Paper: { dataType: "file", full_text: true } },
        items: [{ values: { Paper: [{ file: "data:text/plain,words", name: "words.txt", file_id: FILE_ID }] } }],
      },
    },
  })
  const [ada, ...others] = fixture.users
  return {
    ...fixture,
    users: [{ ...ada, email: "ada@acme.test", profile_pic: "data:image/png;base64,AAAA" }, ...others],
  }
}

/** The world's export, as `hexarium export` writes it. */
async function exportedBy(world: EngineWorld) {
  const folder = mkdtempSync(join(tmpdir(), "hexarium-"))
  const output = join(folder, "world.json")
  const server = await startServer({ world, port: 0 })
  let err = ""
  const tell = (text: string) => {
    err += text
  }
  const io = { waiting: () => 0, stopWaiting: () => {}, out: () => {}, err: tell, env: { HEXARIUM_CACHE: folder } }
  const code = await run(["export", "--url", server.url, "-o", output], io, COMMANDS)
  const isWritten = existsSync(output)
  await server.close()
  rmSync(folder, { recursive: true })
  return { code, err, isWritten }
}

const health = async (server: Replica) => (await server.ask("GET", "/_hexarium/health")).body

test("bytes that a record names and nobody has are an error, never a 404 and never left out", async () => {
  const database = new SharedDatabase()
  const first = await replicaOn(sharedStore(database), { fixture: paperFixture() })
  const { tpId } = await first.world.raw.as("ada@acme.test").saveTemplate({ application: "APP", name: "Tasks" })
  const uId =
    first.world
      .view()
      .table("users")
      .toArray()
      .find(({ picture }) => picture !== null)?.uId ?? ""
  expect(await health(first)).toMatchObject({ status: "ok" })
  await first.close()

  const rows = [...database.blobs.values()]
  database.blobs.clear()
  const server = await replicaOn(sharedStore(database))
  const { world } = server
  const ada = world.raw.as("ada@acme.test")
  const lost = { code: "SYSTEM_ERROR", status: 500 }
  await expect(ada.getFile({ fileId: FILE_ID })).rejects.toMatchObject(lost)
  await expect(world.raw.public.getUserProfilePicture({ userId: uId })).rejects.toMatchObject(lost)
  await expect(ada.downloadTemplate({ template: tpId })).rejects.toMatchObject(lost)
  await expect(ada.createApplication({ name: { en: "Copy" }, templateId: tpId })).rejects.toMatchObject(lost)
  await expect(ada.saveTemplate({ application: "APP", name: "Again" })).rejects.toMatchObject(lost)
  await expect(ada.globalSearch({ query: "words" })).rejects.toMatchObject(lost)
  expect(() => dumpFixture(world)).toThrow(/the content of .* is lost/)
  expect(await server.ask("GET", `/api/v0/files/${FILE_ID}`)).toMatchObject({ status: 500 })
  const control = { "x-hexarium": "1" }
  expect(await server.ask("GET", "/_hexarium/worlds/main/export", undefined, control)).toMatchObject({ status: 500 })
  expect(await exportedBy(world)).toEqual({
    code: 1,
    err: expect.stringMatching(/^hexarium: .*the content of .* is lost.*\n$/),
    isWritten: false,
  })
  const reason = expect.stringMatching(/the world main lost the content of 3 files, such as [0-9a-f]{64}/)
  expect(await health(server)).toMatchObject({ status: "degraded", reason })
  // The server is ready, because another server could not do better.
  expect(await server.ask("GET", "/_hexarium/ready")).toMatchObject({ status: 200 })

  for (const { bytes } of rows) world.ports.blobs.put(bytes)
  expect(await health(server)).toMatchObject({ status: "ok" })
  expect((await ada.getFile({ fileId: FILE_ID })).bytes).toEqual(new TextEncoder().encode("words"))
  await server.close()
})

test("a change that would store a record without its bytes is refused", async () => {
  const database = new SharedDatabase()
  const server = await replicaOn(sharedStore(database), { fixture: paperFixture() })
  const { world } = server
  const before = world.state
  const nowhere = world.commit("Upload", null, (tx) => tx.patch("files", FILE_ID, { blob: "0".repeat(64) }))
  await expect(nowhere).rejects.toMatchObject({ code: "SYSTEM_ERROR" })
  expect(world.state).toBe(before)
  await server.close()
})

import { existsSync } from "node:fs"
import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createClient } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorldFromFiles, type RunningServer, startServer } from "../../emulator/node/index.ts"
import { pullFixture, pullToFiles } from "../../emulator/upstream/index.ts"
import type { Disk } from "../../emulator/upstream/pull/pull-files.ts"
import { createEngineWorld, dumpFixture } from "../../src/world/index.ts"
import { runCommand } from "../cli/run-command.ts"
import { DEMO, demoWorld } from "../contract/examples/demo.ts"
import { tokenOf } from "./read-side.ts"

let folder: string
let output: string
let server: RunningServer | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  output = join(folder, "my.yaml")
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

const hexarium = (env: Record<string, string>, ...argv: string[]) => runCommand(argv, env)

test.each(["mina", "noor"])("a pull as %s passes check, and its files are the pulled fixture", async (name) => {
  const world = await demoWorld()
  server = await startServer({ world, port: 0 })
  const pulled = await hexarium({}, "pull", "--from", server.url, "--token", `demo-${name}`, "--files", "-o", output)
  expect([pulled.code, pulled.err]).toEqual([
    0,
    expect.stringMatching(/^hexarium: pulling with about [\d,]+ requests\n$/),
  ])
  expect(pulled.out).toContain("The API does not return:")
  expect((await readdir(folder)).toSorted()).toEqual(["my.base", "my.files", "my.items", "my.yaml"])
  expect(await hexarium({}, "check", output)).toMatchObject({ code: 0 })
  const text = await readFile(output, "utf8")
  expect(text).toMatch(/^# Written by hexarium pull/)
  expect(text).toContain("# - passwords and tokens")
  // A world of the pulled fixture answers every read equally (pull.test.ts).
  const { fixture } = await pullFixture({ baseUrl: server.url, token: `demo-${name}`, files: true })
  const clock = { mode: "frozen", now: `${DEMO.date}T09:00:00Z` } as const
  const expected = dumpFixture(await createEngineWorld({ fixture, clock }))
  expect(dumpFixture(await createWorldFromFiles([output], { clock }))).toEqual(expected)
})

test("a password comes from the environment, and no secret is in the output or the files", async () => {
  server = await startServer({ world: await demoWorld(), port: 0 })
  const login = ["pull", "--from", server.url, "--email", "ben@nord.example", "-o", output]
  const { code, out, err } = await hexarium({ HEXARIUM_PULL_PASSWORD: "ben-pass" }, ...login)
  expect(code).toBe(0)
  for (const secret of ["ben-pass", "eyJ"]) expect(out + err + (await readFile(output, "utf8"))).not.toContain(secret)
  const wrong = await hexarium({ HEXARIUM_PULL_PASSWORD: "wrong-pass-1" }, ...login)
  expect(wrong).toEqual({
    code: 1,
    out: "",
    err: expect.stringMatching(/^hexarium: [^\n]*wrong address or password\n$/),
  })
  expect(wrong.err).not.toContain("wrong-pass-1")
})

test("an interrupted pull keeps the old file, and the next pull reads only what is missing", async () => {
  const world = await demoWorld()
  const app = createApp({ world })
  const options = { baseUrl: world.baseUrl, token: await tokenOf(app, "mina@hikari.example"), wait: async () => {} }
  await writeFile(output, "old: true\n")
  let details = 0
  const counting = (most: number) => async (request: Request) => {
    if (request.url.includes("/items/details/")) details += 1
    if (details > most) throw new TypeError("fetch failed")
    return app.fetch(request)
  }
  await expect(pullToFiles(output, { ...options, fetch: counting(200) })).rejects.toThrow("does not respond to")
  expect(await readFile(output, "utf8")).toBe("old: true\n")
  expect(existsSync(`${output}.pull`)).toBe(true)
  details = 0
  const second = await pullToFiles(output, { ...options, fetch: counting(Number.POSITIVE_INFINITY) })
  expect(second.resumed).toBeGreaterThan(50)
  expect(details + second.resumed).toBeGreaterThanOrEqual(second.items - 5)
  expect(details).toBeLessThan(second.items)
  const whole = join(folder, "whole.yaml")
  await pullToFiles(whole, { ...options, fetch: async (request) => app.fetch(request) })
  const plain = (text: string) => text.replaceAll("whole.items", "my.items")
  expect(await readFile(output, "utf8")).toBe(plain(await readFile(whole, "utf8")))
  expect(existsSync(`${output}.pull`)).toBe(false)
})

test("an item that is edited between the list and its details is pulled as edited, and a deleted one is left out", async () => {
  const [email, token] = ["ada@shop.test", "ada-token"]
  const [edited, deleted] = [1, 2].map((number) => String(number).padStart(24, "0")) as [string, string]
  const notes = {
    datastore_id: "Notes",
    name: "Notes",
    fields: { Title: { dataType: "text", as_title: true } },
    items: [edited, deleted].map((iId) => ({ i_id: iId, values: { Title: "Old" } })),
  } as const
  const shop = { application_id: "SHOP", name: "Shop", roles: [{ role_id: "CLERK", name: "Clerk", users: [email] }] }
  const world = await createEngineWorld({
    fixture: {
      version: 1,
      users: [{ email, token }],
      workspaces: [
        {
          name: "Shop",
          admins: [email],
          group: { group_id: "ALL", name: "All", members: [email] },
          applications: [{ ...shop, datastores: [notes] }],
        },
      ],
    },
  })
  const app = createApp({ world })
  const ada = createClient({ app, token })
  const place = { "app-id": "SHOP", "datastore-id": "Notes" }
  let isChanged = false
  const fetch = async (request: Request) => {
    if (request.url.includes("/items/details/") && !isChanged) {
      isChanged = true
      await ada.updateItem({ params: { ...place, "item-id": edited }, body: { item: { Title: "New" }, rev_no: 1 } })
      await ada.deleteItem({ params: { ...place, "item-id": deleted }, body: {} })
    }
    return app.fetch(request)
  }
  // One request at a time, because the change comes before the details of both items.
  const options = { baseUrl: world.baseUrl, token, fetch, concurrency: 1 }
  expect(await pullToFiles(output, options)).toMatchObject({ items: 1 })
  const [pulled] = dumpFixture(await createWorldFromFiles([output])).workspaces
  const items = pulled?.applications?.[0]?.datastores?.[0]?.items
  expect(items?.map(({ i_id, values, rev_no }) => [i_id, values.Title, rev_no])).toEqual([[edited, "New", 2]])
})

test("a pull that read nothing leaves nothing", async () => {
  const silent = join(folder, "silent.yaml")
  const fetch = () => Promise.reject(new TypeError("fetch failed"))
  const pull = pullToFiles(silent, { baseUrl: "http://127.0.0.1:1", token: "any", wait: async () => {}, fetch })
  await expect(pull).rejects.toThrow("does not respond to")
  expect([existsSync(silent), existsSync(`${silent}.pull`)]).toEqual([false, false])
})

/** Names and contents of all files in a folder, except those of an unfinished pull. */
async function contentsOf(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const finished = files.filter((file) => !file.includes(".pull")).toSorted()
  return Object.fromEntries(await Promise.all(finished.map(async (file) => [file, await readFile(file, "utf8")])))
}

test("a full disk and each failed rename leave the old files, and the next pull completes", async () => {
  const world = await demoWorld()
  const app = createApp({ world })
  const fetch = async (request: Request) => app.fetch(request)
  const options = { baseUrl: world.baseUrl, files: true, items: 70, fetch }
  const token = await tokenOf(app, "mina@hikari.example")
  await pullToFiles(output, { ...options, token, items: 60 })
  const old = await contentsOf(folder)
  expect(Object.keys(old).length).toBeGreaterThan(3)
  const full = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", syscall: "write" })
  /** A disk on which one call of a function fails, after half of the text if the function appends. */
  const failing = (name: keyof Disk, at: number): Disk => {
    let calls = 0
    const fails = (own: keyof Disk) => {
      if (own === name) calls += 1
      return own === name && calls === at
    }
    return {
      async appendFile(path, text) {
        if (!fails("appendFile")) return appendFile(path, text)
        await appendFile(path, text.slice(0, text.length / 2))
        throw full()
      },
      async writeFile(path, data, options) {
        if (fails("writeFile")) throw full()
        await writeFile(path, data, options)
      },
      async rename(from, to) {
        if (fails("rename")) throw full()
        await rename(from, to)
      },
    }
  }
  const places = [
    ["appendFile", 2],
    ["appendFile", 5],
    ["writeFile", 1],
    ["writeFile", 2],
    ["writeFile", 4],
    ["rename", 1],
    ["rename", 2],
    ["rename", 3],
    ["rename", 4],
    ["rename", 5],
    ["rename", 6],
    ["rename", 7],
  ] as const
  for (const [name, at] of places) {
    await expect(pullToFiles(output, { ...options, token }, failing(name, at)), `${name} ${at}`).rejects.toThrow(
      `${output} can't be written: the disk is full`,
    )
    expect(await contentsOf(folder)).toEqual(old)
  }
  await pullToFiles(output, { ...options, token })
  expect(await contentsOf(folder)).not.toEqual(old)
  expect(existsSync(`${output}.pull`)).toBe(false)
  await createWorldFromFiles([output])
})

test.each([
  [["--from", "http://127.0.0.1:1/api/v0", "--token", "t"], 2, "omit /api/v0"],
  [["--from", "http://127.0.0.1:1"], 2, "needs --token or --email"],
  [["--token", "t"], 2, "needs --from"],
  [["--from", "http://127.0.0.1:1", "--token", "t", "--items", "some"], 2, "none, all, or a whole number"],
])("pull %s exits with %i", async (argv, code, reason) => {
  expect(await hexarium({}, "pull", ...argv)).toEqual({ code, out: "", err: expect.stringContaining(reason) })
})

test.each([
  ["an expired token", "demo-nobody", "my.yaml", "unknown or has expired"],
  ["a file in place of the folder", "demo-ben", join("taken", "my.yaml"), "can't be written"],
])("%s gives one line and writes nothing", async (_, token, name, reason) => {
  server = await startServer({ world: await demoWorld(), port: 0 })
  await writeFile(join(folder, "taken"), "")
  const { code, err } = await hexarium({}, "pull", "--from", server.url, "--token", token, "-o", join(folder, name))
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(err).not.toContain(token)
  expect(existsSync(output)).toBe(false)
})

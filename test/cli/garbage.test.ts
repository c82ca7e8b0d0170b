import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { runCommand } from "./run-command.ts"

/** A fault of the input is a message of one line or a list of mistakes, never a stack or code (control.md section 1). */

let folder: string
let other: Server
let url: string

const FILES: Readonly<Record<string, string | Buffer>> = {
  "empty.yaml": "",
  "text.yaml": "hello",
  "number.json": "1e999",
  "null.json": "null",
  "list.json": "[1,2,3]",
  "deep.json": `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  "broken.json": '{"version": 1, "users": [',
  "proto.json": '{"__proto__": {"x": 1}}',
  "binary.yaml": Buffer.from([0, 255, 254, 1, 2, 3, 137, 80]),
  "gzip.yaml": gzipSync("version: 1"),
  "tabs.yaml": "a:\n\t- b\n  c: [",
  "alias.yaml": "a: &a [*a]\nb: *missing\n",
  "types.json": '{"version": {}, "users": 7, "workspaces": {"a": [null]}}',
  "other.csv": 'a;"b\n1;2',
  "odd.har": '{"log":{"entries":[null,1,"x",{"request":{"url":"http://x/api/v0/userinfo"}},{"request":{"url":5}}]}}',
  "store.sqlite": "no database",
  "config.json": '{"port": [1], "fixtures": {"a": 1}, "data": 7}',
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content)
  const shapes = ["{}", "[]", "null", '{"workspaces":5}', '{"data":{"id":1}}', '"text"', "<html>", '{"token":7}']
  let at = 0
  other = createServer((_, response) => {
    response.setHeader("content-type", "application/json")
    at += 1
    response.end(shapes[at % shapes.length])
  })
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(async () => {
  other.closeAllConnections()
  await new Promise((resolve) => other.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command that must fail, and checks its message. */
async function fails(line: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, err } = await runCommand(line, { HEXARIUM_CACHE: folder, ...env })
  expect([line, code === 1 || code === 2]).toEqual([line, true])
  expect(err).not.toMatch(/\n\s+at |node:internal|\.ts:\d+\)|TypeError|ReferenceError|undefined|unexpectedly/)
  expect(err.length).toBeLessThan(5000)
  expect(err).toMatch(/\S/)
  return err
}

test.each(Object.keys(FILES))(
  "the file %s is refused with a message by each command that reads a file",
  async (name) => {
    const file = join(folder, name)
    for (const line of [
      ["check", file],
      ["start", file, "--port", "0"],
      ["exec", file, "--", "true"],
      ["types", file],
      ["import", file, "--url", url],
      ["compare", file],
      ["compare", join(folder, "odd.har"), file],
      ["start", "--config", file, "--port", "0"],
      ["pull", "--update", file, "--from", url, "--token", "t"],
      ["data", "info", "--data", file],
      ["data", "verify", "--data", file],
      ["data", "worlds", "--data", file],
      ["data", "compact", "--data", file],
      ["data", "backup", "--data", file, "-o", join(folder, "backup.sqlite")],
      ["data", "recover", "--data", file, "-o", join(folder, "recovered.sqlite")],
      ["data", "restore", file, "--data", join(folder, "restored.sqlite")],
      ["start", "--data", file, "--port", "0"],
      ["start", "--data", join(file, "below"), "--port", "0"],
    ]) {
      await fails(line)
    }
  },
)

test("a folder, a missing file and a link to itself are refused with a message", async () => {
  for (const file of [folder, join(folder, "gone.yaml")]) {
    for (const command of ["check", "compare", "types"]) await fails([command, file])
  }
})

test("a server of another JSON API is refused with a message that names its address", async () => {
  for (const line of [
    ["pull", "--from", url, "--token", "t", "-o", join(folder, "pulled.yaml")],
    ["status", "--url", url],
    ["export", "--url", url],
    ["mails", "--url", url],
    ["clock", "--url", url],
    ["faults", "--url", url],
    ["world", "list", "--url", url],
    ["token", "a@b.test", "--url", url],
    ["types", url, "--token", "t"],
    ["compare", join(folder, "odd.har"), "--url", url],
  ]) {
    // Each response of the server has another form.
    for (let round = 0; round < 4; round += 1) await fails(line)
  }
})

test("a number that no text pattern can be is a value or a mistake", async () => {
  const fixture = (value: unknown) =>
    JSON.stringify({
      version: 1,
      users: [{ email: "a@b.test", password: "abcdefgh" }],
      workspaces: [
        {
          name: "W",
          admins: ["a@b.test"],
          group: { group_id: "G", name: "G", members: ["a@b.test"] },
          applications: [
            {
              application_id: "APP",
              name: "App",
              roles: [{ role_id: "ADMIN", name: "admin", users: ["a@b.test"] }],
              datastores: [{ datastore_id: "DS", name: "DS", fields: { Title: { dataType: "text", as_title: true } } }],
              queries: [{ name: "Q", datastore_id: "DS", conditions: [{ id: "Title", search_value: [value] }] }],
            },
          ],
        },
      ],
    })
  for (const value of [1e21, -1e300, 1e-7, 0.5]) {
    const file = join(folder, "numbers.json")
    await writeFile(file, fixture(value))
    expect(await runCommand(["check", file])).toMatchObject({ code: 0, out: expect.stringContaining("no mistakes") })
  }
})

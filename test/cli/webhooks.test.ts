import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { serverPorts, startServer } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"
import { Built } from "./built.ts"
import { runCommand } from "./run-command.ts"

/** control.md section 1: `webhooks`, `--webhook-secret` and `--webhook-secret-file`. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("webhooks trigger prints the results, and exits with 1 if a receiver does not respond", async () => {
  const server = await startServer({ world: await createWorld({ fixture: DESK, ports: await serverPorts() }), port: 0 })
  const run = (...args: string[]) => runCommand(["webhooks", ...args, "--url", server.url])
  const sent = await run("trigger", "Delete", "--to", `${server.url}/_hexarium/health`)
  // The route answers GET only, so the status is not that of a success.
  expect(sent).toMatchObject({ code: 0, out: expect.stringMatching(/1 .*\/_hexarium\/health +4\d\d\n$/), err: "" })
  const failed = await run("trigger", "Delete", "--to", "http://192.0.2.1/")
  expect(failed).toMatchObject({
    code: 1,
    out: expect.stringContaining("192.0.2.1 is not a loopback address"),
    err: "hexarium: 1 of 1 webhooks had no response\n",
  })
  expect(await run("resend", "1")).toMatchObject({ code: 0, err: "" })
  expect((await run("list")).out.split("\n")).toHaveLength(5)
  const none = await run("trigger", "None")
  expect(none).toMatchObject({ code: 1, out: "", err: expect.stringContaining('the world has no action "None"') })
  await server.close()
})

test.each([
  [
    "both flags",
    ["--webhook-secret", "first-secret", "--webhook-secret-file", "none"],
    2,
    "--webhook-secret has no effect with",
  ],
  [
    "a missing file",
    ["--webhook-secret-file", "none"],
    1,
    "the file of --webhook-secret-file, none, can't be read (ENOENT)",
  ],
  [
    "an empty file",
    ["--webhook-secret-file", "empty"],
    1,
    "the first line of empty is empty; write the secret of webhooks there",
  ],
  ["an empty secret", ["--webhook-secret", ""], 2, "--webhook-secret"],
])("start refuses %s for the secret of webhooks, without printing it", async (_, args, code, reason) => {
  await writeFile(join(folder, "empty"), "\n")
  const ended = await new Built(folder).run("start", "--port", "0", ...args)
  expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(reason) })
  expect(ended.err).not.toContain("first-secret")
})

import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { isAlive } from "../../emulator/cli/running-notes.ts"
import { until } from "../until.ts"
import { Built } from "./built.ts"

/** control.md section 1, `--detach`. */

let folder: string
let builtCommand: Built
const servers: number[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  builtCommand = new Built(folder)
})
afterEach(() => {
  for (const pid of servers.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL")
})
afterAll(async () => {
  builtCommand.end()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a detached server and returns what the command printed about it. */
async function detach(...args: string[]) {
  const { code, out, err } = await builtCommand.run("start", "--detach", "--port", "0", "--log", "json", ...args)
  const ready = JSON.parse(out) as { url: string; pid: number }
  servers.push(ready.pid)
  return { code, err, ...ready }
}

test("start --detach returns when the server is ready, and stop ends the server", async () => {
  const { code, err, url, pid } = await detach("--log-file", "server.log")
  expect([code, err]).toEqual([0, ""])
  expect((await fetch(`${url}/api/v0/workspaces`)).status).toBe(401)
  await until(async () => expect(await readFile(join(folder, "server.log"), "utf8")).toContain("GetWorkspaces"))

  const stopped = await builtCommand.run("stop", "--url", url)
  expect(stopped).toEqual({ code: 0, out: `stopped the server at ${url}\n`, err: "" })
  expect(isAlive(pid)).toBe(false)
  expect((await readFile(join(folder, "server.log"), "utf8")).split("\n").at(-2)).toBe('{"event":"stopped"}')
})

test("start --detach prints URL and process as text, and the log file has no colours", async () => {
  const { out } = await builtCommand.run("start", "--detach", "--port", "0", "--log-file", "pretty.log")
  const [, url, pid] = /^Hexarium is ready at (http:\S+), in process (\d+)\. hexarium stop ends it\.\n$/.exec(out) ?? []
  servers.push(Number(pid))
  expect(isAlive(Number(pid))).toBe(true)
  const log = await readFile(join(folder, "pretty.log"), "utf8")
  expect(log).toContain(`${url}/api/v0`)
  expect(log).not.toContain("\u001b")
})

test("start --detach keeps running when npm, which started it, ends", async () => {
  const run = builtCommand.begin(["start", "--detach", "--port", "0", "--log", "json"], {
    npm_lifecycle_event: "serve",
  })
  const { out } = await run.ended
  const { url, pid } = JSON.parse(out) as { url: string; pid: number }
  servers.push(pid)
  expect((await fetch(`${url}/_hexarium/health`)).status).toBe(200)
})

test.each([
  ["a faulty fixture", ["faulty.yaml"], /faulty\.yaml.*workspaces/s],
  ["a missing fixture", ["none.yaml"], /none\.yaml/],
  ["a log file in a missing folder", ["--log-file", "none/a.log"], /none\/a\.log can't be written: the folder/],
  ["an unknown flag", ["--prot", "1"], /unknown option '--prot'/],
])("start --detach reports %s, exits with its code and leaves nothing running", async (_, args, reason) => {
  await writeFile(join(folder, "faulty.yaml"), "workspaces: 5\n")
  const attached = await builtCommand.run("start", ...args)
  const { code, out, err } = await builtCommand.run("start", "--detach", ...args)
  expect([code, out, err]).toEqual([attached.code, "", attached.err])
  expect(err).toMatch(reason)
  const status = await builtCommand.run("status")
  expect(status.code).toBe(1)
})

test("start --detach reports a port that another process uses", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await once(other, "listening")
  const { port } = other.address() as { port: number }
  const { code, err } = await builtCommand.run("start", "--detach", "--port", String(port))
  other.close()
  expect([code, err]).toEqual([1, expect.stringContaining(`${port}`)])
})

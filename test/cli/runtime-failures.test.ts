import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { Built } from "./built.ts"

/** A failure after a command has begun is one line, never a stack or code of the bundle (control.md section 1). */

let folder: string
let builtCommand: Built

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  builtCommand = new Built(folder)
})
afterAll(async () => {
  builtCommand.end()
  await rm(folder, { recursive: true, force: true })
})

/** Options with which Node runs `code` in the process before the command, and again at each SIGUSR2. */
const onSignal = (code: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${code} })`)}`,
})

const FAULTS = {
  "an error that is thrown in a callback": 'throw new Error("the disk burns\\nat line 2")',
  "a rejection that nobody handles": 'void Promise.reject(new Error("the disk burns"))',
  "an event error without a listener": 'process.stdin.emit("error", new Error("the disk burns"))',
  "a rejection with a text": 'void Promise.reject("the disk burns")',
}

test.each(Object.entries(FAULTS))("%s ends a server with one line", async (_, code) => {
  const server = builtCommand.begin(["start", "--port", "0", "--log", "json"], onSignal(code))
  await server.said("ready")
  server.child.kill("SIGUSR2")
  const { code: ended, err } = await server.ended
  expect([ended, err]).toEqual([1, "hexarium: the command failed unexpectedly: the disk burns\n"])
})

test.each([
  ["mcp", []],
  ["record", ["--upstream", "http://127.0.0.1:9", "--port", "0", "-o", "a.har"]],
  ["exec", ["--log", "json", "--", process.execPath, "-e", "setInterval(() => {}, 1000)"]],
])("a rejection that nobody handles ends %s with one line", async (command, rest) => {
  const run = builtCommand.begin([command, ...rest], onSignal('void Promise.reject(new Error("gone"))'))
  if (command === "mcp") {
    run.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`)
    await run.said('"id":1')
  } else await run.said(command === "record" ? "recording" : "ready")
  run.child.kill("SIGUSR2")
  const { code, err } = await run.ended
  expect(code).toBe(1)
  expect(err).toContain("hexarium: the command failed unexpectedly: gone\n")
  expect(err).not.toMatch(/\n\s+at |node:internal/)
})

test("a server with too many open files refuses connections, and goes on", async () => {
  const cli = join(import.meta.dirname, "../../dist/cli.js")
  const script = `ulimit -n 64; exec "$0" "$1" start --port 0 --log json`
  const child = spawn("sh", ["-c", script, process.execPath, cli], {
    env: { PATH: process.env.PATH ?? "", HOME: folder, HEXARIUM_CACHE: "" },
  })
  let [out, err] = ["", ""]
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += chunk
      if (out.includes("\n")) resolve()
    })
    child.on("close", () => resolve())
  })
  const { url } = JSON.parse(out.split("\n")[0] ?? "")
  const sockets: Socket[] = []
  const ended: Promise<void>[] = []
  for (let at = 0; at < 100; at += 1) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    sockets.push(socket)
    ended.push(
      new Promise((resolve) => {
        socket.on("error", () => resolve()).on("close", () => resolve())
      }),
    )
  }
  await Promise.race(ended)
  for (const socket of sockets) socket.destroy()
  await Promise.all(ended)
  // The server has the files of these connections until it learns that they are closed.
  await vi.waitFor(async () => expect((await fetch(`${url}/_hexarium/health`)).status).toBe(200), {
    timeout: 60_000,
  })
  child.kill("SIGTERM")
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0)
  expect(err).not.toMatch(/\n\s+at /)
})

test("a log file that can't be written any more ends the log with one line, and not the command", async () => {
  const script = `
    const { rmSync, mkdirSync } = require("node:fs")
    const { HEXARIUM_URL: url, HEXARIUM_TOKEN: token } = process.env
    const call = async () => (await fetch(url + "/api/v0/userinfo", { headers: { authorization: "Bearer " + token } })).status
    const run = async () => {
      await call()
      rmSync("logs/a.log")
      mkdirSync("logs/a.log")
      for (let at = 0; at < 3; at += 1) console.log(await call())
    }
    run()`
  const { mkdir } = await import("node:fs/promises")
  await mkdir(join(folder, "logs"))
  const { code, out, err } = await builtCommand.run(
    "exec",
    "--log-file",
    "logs/a.log",
    "--",
    process.execPath,
    "-e",
    script,
  )
  expect([code, out]).toEqual([0, "200\n200\n200\n"])
  expect(err).toBe(
    `hexarium: the log ends here, because ${join(folder, "logs/a.log")} can't be written: the path is a folder; pass a file\n`,
  )
})

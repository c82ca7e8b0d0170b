import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { processIo } from "../../emulator/cli/index.ts"

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url))

const FIXTURE = `version: 1
users:
  - { email: ada@acme.test, password: pw-ada-1, token: ada-token-1 }
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All }
`

let folder = ""
const runningServers: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterEach(() => {
  for (const child of runningServers.splice(0)) child.kill("SIGKILL")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A started server whose first line was read and whose later output is not read. */
async function startServer(...args: string[]) {
  await writeFile(join(folder, "world.yaml"), FIXTURE)
  const child = spawn(process.execPath, [CLI, "start", "--port", "0", "--log", "json", ...args], { cwd: folder })
  runningServers.push(child)
  let err = ""
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  const [first] = await once(child.stdout, "data")
  child.stdout.pause()
  const { url } = JSON.parse(String(first).split("\n")[0] ?? "") as { url: string }
  const exited = new Promise<{ code: number | null; err: string }>((resolve) => {
    child.once("exit", (code) => resolve({ code, err }))
  })
  return { child, url, exited, said: () => err }
}

/** Sends requests with long paths. Their log lines soon fill every pipe. */
async function talk(url: string, count: number): Promise<number> {
  const path = `${url}/api/v0/${"x/".repeat(900)}`
  for (let at = 0; at < count; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(path).then((answer) => answer.arrayBuffer())))
  }
  return count
}

test("a control plane that is open to everybody is warned of (control.md section 1)", async () => {
  const { said } = await startServer("--allow-remote-control")
  while (said() === "") await new Promise((resolve) => setTimeout(resolve, 10))
  expect(said()).toMatch(/^hexarium: warning: every client that reaches http:\S+ may read and change all its data\n$/)
})

describe("a server whose output nobody reads (control.md section 1)", () => {
  test("ends at SIGTERM all the same, and keeps at most 1 MiB of lines", async () => {
    const { child, url, exited } = await startServer("world.yaml")
    await talk(url, 900)
    child.kill("SIGTERM")
    expect((await exited).code).toBe(0)
  })

  test("reports how many lines were dropped when it is read again", async () => {
    const { child, url, exited } = await startServer("world.yaml")
    let sent = await talk(url, 900)
    let text = ""
    child.stdout?.on("data", (chunk) => {
      text += chunk
    })
    child.stdout?.resume()
    do sent += await talk(url, 50)
    while (!text.includes('"event":"dropped"'))
    child.kill("SIGTERM")
    expect((await exited).code).toBe(0)
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    const dropped = lines.filter(({ event }) => event === "dropped").map(({ lines }) => lines)
    const told = lines.filter(({ event }) => event === "request").length
    expect(told + dropped.reduce((sum, lines) => sum + lines, 0)).toBe(sent)
    // The waiting lines: the pipe's 64 KiB and 1 MiB, in lines of about 2,000 characters.
    const gap = lines.findIndex(({ event }) => event === "dropped")
    expect(gap * 1900).toBeLessThan(1_048_576 + 262_144)
  })

  test("goes on when its output is closed", async () => {
    const { child, url, exited } = await startServer("world.yaml")
    child.stdout?.destroy()
    await talk(url, 200)
    expect((await fetch(`${url}/_hexarium/health`)).status).toBe(200)
    child.kill("SIGTERM")
    expect((await exited).code).toBe(0)
  })
})

test("at most 1 MiB waits for who does not read what went wrong", () => {
  const unread = new Writable({ write() {} })
  const { stderr } = process
  Object.defineProperty(process, "stderr", { value: unread, configurable: true })
  try {
    const { err } = processIo()
    const text = "x".repeat(65_536)
    for (let at = 0; at < 100; at += 1) err(text)
    expect(unread.writableLength).toBe(1_048_576)
  } finally {
    Object.defineProperty(process, "stderr", { value: stderr, configurable: true })
  }
})

test("SIGTERM ends a start that waits for something that does not come", async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1")
  await once(silent, "listening")
  const { port } = silent.address() as AddressInfo
  const child = spawn(process.execPath, [CLI, "start", "--port", "0", "--data", `postgres://u@127.0.0.1:${port}/x`])
  runningServers.push(child)
  await once(silent, "connection")
  const exited = once(child, "exit")
  child.kill("SIGTERM")
  expect(await exited).toEqual([0, null])
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test("a watched fixture that can't be looked at is no end", async () => {
  await mkdir(join(folder, "worlds"))
  await writeFile(join(folder, "worlds/world.yaml"), FIXTURE)
  const { child, url, exited } = await startServer("worlds/world.yaml", "--watch")
  let text = ""
  child.stdout?.on("data", (chunk) => {
    text += chunk
  })
  child.stdout?.resume()
  const heard = async (event: string, times: number) => {
    while (text.split(`"event":"${event}"`).length <= times && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await rename(join(folder, "worlds"), join(folder, "away"))
  await writeFile(join(folder, "worlds"), "no folder")
  await heard("not_reloaded", 1)
  await rm(join(folder, "worlds"))
  await symlink("worlds", join(folder, "worlds"))
  await heard("not_reloaded", 2)
  await rm(join(folder, "worlds"))
  await rename(join(folder, "away"), join(folder, "worlds"))
  await heard("reloaded", 1)
  expect((await fetch(`${url}/_hexarium/health`)).status).toBe(200)
  child.kill("SIGTERM")
  expect((await exited).code).toBe(0)
})

test.skipIf(process.platform === "win32")("an export that can't be written whole leaves the old file", async () => {
  const { url } = await startServer("world.yaml")
  await mkdir(join(folder, "out"))
  const file = join(folder, "out/world.json")
  await writeFile(file, "the old one")
  // A file has at most 512 bytes, which simulates a full disk.
  const command = `ulimit -f 1; trap '' XFSZ; exec "${process.execPath}" "${CLI}" export --url ${url} -o "${file}"`
  const full = spawn("sh", ["-c", command])
  let err = ""
  full.stderr.on("data", (chunk) => {
    err += chunk
  })
  expect((await once(full, "close"))[0]).toBe(1)
  expect(err).toContain(`${file} can't be written`)
  expect(await readFile(file, "utf8")).toBe("the old one")
  expect(await readdir(join(folder, "out"))).toEqual(["world.json"])
  const [code] = await once(spawn(process.execPath, [CLI, "export", "--url", url, "-o", file]), "close")
  expect([code, JSON.parse(await readFile(file, "utf8")).version]).toEqual([0, 1])
  expect(await readdir(join(folder, "out"))).toEqual(["world.json"])
})

describe("mails that are being delivered at SIGTERM", () => {
  /** An SMTP server that confirms each mail after a delay. */
  async function slowSmtp(delayMs: number) {
    let taken = 0
    const server = createServer((socket: Socket) => {
      let isMail = false
      socket.on("error", () => {})
      socket.write("220 slow\r\n")
      socket.on("data", (chunk) => {
        for (const line of String(chunk).split("\r\n").slice(0, -1)) {
          if (isMail && line !== ".") continue
          if (isMail) {
            isMail = false
            setTimeout(() => {
              taken += 1
              socket.write("250 taken\r\n")
            }, delayMs)
          } else if (/^DATA/i.test(line)) {
            isMail = true
            socket.write("354 go on\r\n")
          } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n")
          else socket.write("250 well\r\n")
        }
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    return { port: (server.address() as AddressInfo).port, taken: () => taken, close: () => server.close() }
  }

  const forget = (url: string) =>
    fetch(`${url}/api/v0/users/password/forgot`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@acme.test" }),
    })

  test.each([
    ["are waited for", 100, 3, ""],
    ["are told when they take longer than the grace period", 60_000, 0, "3 mails were not delivered: "],
  ])("%s", async (_, delayMs, taken, told) => {
    const smtp = await slowSmtp(delayMs)
    const { child, url, exited } = await startServer("world.yaml", "--smtp", `smtp://127.0.0.1:${smtp.port}`)
    for (let mail = 0; mail < 3; mail += 1) expect((await forget(url)).status).toBe(200)
    child.kill("SIGTERM")
    const { code, err } = await exited
    expect([code, smtp.taken()]).toEqual([0, taken])
    expect(err).toContain(told)
    smtp.close()
  })
})

import { type ChildProcess, spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { appendFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const SOURCES = [
  "src",
  "emulator",
  "dashboard",
  "fixtures",
  "scripts",
  "jest-preset.cjs",
  "package.json",
  "package-lock.json",
]

let clone = ""
const runningServers: ChildProcess[] = []

/** Creates a clone and runs `npm ci`. */
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "hexarium-clone-"))
  for (const name of SOURCES) await cp(join(ROOT, name), join(clone, name), { recursive: true })
  await symlink(join(ROOT, "node_modules"), join(clone, "node_modules"))
})
afterAll(async () => {
  // Each process leads a process group, which ends with it.
  for (const { pid } of runningServers) if (pid !== undefined) process.kill(-pid, "SIGKILL")
  await rm(clone, { recursive: true, force: true })
})

/** Runs a program in the clone. `serving` resolves with the address that the nth ready server prints. */
function run(command: string, ...args: string[]) {
  const env = { ...process.env, HEXARIUM_CACHE: join(clone, "cache") }
  const child = spawn(command, args, { cwd: clone, env, detached: true })
  runningServers.push(child)
  let out = ""
  let err = ""
  let wake = () => {}
  child.stdout.on("data", (chunk) => {
    out += chunk
    wake()
  })
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  const ended = new Promise<string>((resolve) =>
    child.on("close", (code) => {
      runningServers.splice(runningServers.indexOf(child), 1)
      resolve(`${code} ${out}${err}`)
      wake()
    }),
  )
  const serving = async (nth = 0): Promise<string> => {
    for (;;) {
      const url = out.match(/(?<="event":"ready","url":")[^"]+/g)?.[nth]
      if (url !== undefined) return url
      if (child.exitCode !== null) throw new Error(await ended)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { child, ended, serving }
}

const npm = (...script: string[]) => run("npm", ...script, "--silent", "--", "--port", "0", "--log", "json")
const builds = () => readdirSync(join(clone, ".cache/start")).filter((name) => !name.startsWith("uses."))

/** Runs a script, which loads files of the build that no start has loaded. */
async function runScript(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/v0/applications/ORDERS/functions/orderSummary`, {
    method: "POST",
    headers: { authorization: "Bearer demo-mina", "content-type": "application/json" },
    body: JSON.stringify({ params: { status: "Draft" } }),
  })
  return [answer.status, await answer.json()]
}

test("npm start builds once for one state of the sources, and takes nothing from a server that runs", async () => {
  const both = [npm("start"), npm("start")]
  const [first = "", second = ""] = await Promise.all(both.map((start) => start.serving()))
  const [old = "", ...others] = builds()
  expect(others).toEqual([])
  both[1]?.child.kill()
  await both[1]?.ended

  const dev = npm("run", "dev")
  await dev.serving()
  expect([second === first, builds()]).toEqual([false, [old]])
  await appendFile(join(clone, "emulator/version.ts"), "\n// changed\n")
  const changed = await dev.serving(1)
  expect(builds()).toHaveLength(2)
  for (const url of [first, changed]) {
    expect(await runScript(url)).toEqual([200, expect.objectContaining({ orders: expect.any(Number) })])
    expect((await fetch(url)).status).toBe(200)
  }
}, 300_000)

test("the start reports in one line what it lacks", async () => {
  const bare = await mkdtemp(join(tmpdir(), "hexarium-bare-"))
  for (const name of ["scripts", "package.json"]) await cp(join(ROOT, name), join(bare, name), { recursive: true })
  const start = () => run(process.execPath, join(bare, "scripts/start.mjs")).ended
  expect(await start()).toBe("1 hexarium: the dependencies are not installed; run npm ci\n")

  await symlink(join(ROOT, "node_modules"), join(bare, "node_modules"))
  for (const name of SOURCES) await cp(join(ROOT, name), join(bare, name), { recursive: true })
  await writeFile(join(bare, ".cache"), "a file where the folder would be")
  expect(await start()).toMatch(
    /^1 hexarium: can't write to .*; make the folder writable, or run npx hexarium start\n$/,
  )

  await mkdir(join(bare, "dist"))
  await cp(join(ROOT, "dist/cli.js"), join(bare, "dist/cli.js"))
  const half = await run(process.execPath, join(bare, "dist/cli.js"), "start").ended
  expect(half).toMatch(/^1 hexarium: can't read .*dist\/cli\/command\.cjs; .*npm run build\n$/)
  await rm(bare, { recursive: true })
})

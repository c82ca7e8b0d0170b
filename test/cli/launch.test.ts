import { type ChildProcess, execFile, spawn } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { chmod, cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readCompiled } from "../../emulator/cli/compiled-cache.ts"
import { compileCommand, readCommand } from "../../emulator/cli/compiled-command.ts"
import { until } from "../until.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const CLI = join(ROOT, "dist/cli.js")
const PLACE = join(ROOT, "dist/cli/command.cjs")

let folder = ""
const runningServers: ChildProcess[] = []

beforeAll(async () => {
  if (!existsSync(CLI)) {
    await promisify(execFile)("node", ["scripts/build.mjs"], { cwd: ROOT })
  }
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(async () => {
  for (const child of runningServers) child.kill("SIGKILL")
  await rm(folder, { recursive: true, force: true })
})

/** The demo's first user, requested from a started build. */
async function firstAnswer(cache: string, warning = /^$/): Promise<unknown> {
  const env = { ...process.env, HEXARIUM_CACHE: cache }
  const child = spawn(process.execPath, [CLI, "start", "--port", "0", "--log", "json"], { env })
  runningServers.push(child)
  const [line, problem] = await Promise.all([
    new Promise<string>((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk)))),
    new Promise<string>((resolve) => {
      let err = ""
      child.stderr.on("data", (chunk) => {
        err += chunk
      })
      child.stdout.once("data", () => resolve(err))
    }),
  ])
  expect(problem).toMatch(warning)
  const { url } = JSON.parse(line) as { url: string }
  const answer = await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: "Bearer demo-mina" } })
  child.kill("SIGKILL")
  return answer.json()
}

/** The files in the cache folder after a start. */
async function waitForCacheFile(cache: string): Promise<string> {
  await until(() => expect(readdirSync(cache).filter((name) => name.endsWith(".bin"))).toHaveLength(1))
  return join(cache, readdirSync(cache).find((name) => name.endsWith(".bin")) ?? "")
}

const isTaken = async (file: string, change = (code: string) => code) => {
  const code = change(readCommand(PLACE))
  return compileCommand(code, PLACE, await readFile(file)).script.cachedDataRejected === false
}

test("the first start keeps what V8 made of the command's code, and the next takes it", async () => {
  const cache = join(folder, "first")
  expect(await firstAnswer(cache)).toMatchObject({ email: "mina@hikari.example" })
  const file = await waitForCacheFile(cache)
  expect(await isTaken(file)).toBe(true)
  expect(await isTaken(file, (code) => `${code};`)).toBe(false)
  const { mtimeMs } = await stat(file)
  expect(await firstAnswer(cache)).toMatchObject({ email: "mina@hikari.example" })
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)
})

test("the command makes a spoilt cache again, and does not read a cache that others may have written", async () => {
  const cache = join(folder, "spoilt")
  await firstAnswer(cache)
  const file = await waitForCacheFile(cache)
  await writeFile(file, "made by somebody else")
  expect(await firstAnswer(cache)).toMatchObject({ email: "mina@hikari.example" })
  await until(async () => expect(await isTaken(file)).toBe(true))
  expect(readCompiled(file)).toBeDefined()
  await chmod(file, 0o666)
  expect(readCompiled(file)).toBeUndefined()
  await chmod(file, 0o600)
  await chmod(cache, 0o777)
  expect(readCompiled(file)).toBeUndefined()
})

test("a server starts where it can write no cache", async () => {
  await writeFile(join(folder, "no-folder"), "")
  expect(await firstAnswer("")).toMatchObject({ email: "mina@hikari.example" })
  const warning = /^hexarium: warning: HEXARIUM_CACHE: the folder .* can't be written; commands need --url\n$/
  expect(await firstAnswer(join(folder, "no-folder"), warning)).toMatchObject({ email: "mina@hikari.example" })
})

test("an optional part that is not installed is reported in one line", async () => {
  const alone = join(folder, "alone/dist")
  await cp(join(ROOT, "dist/cli"), join(alone, "cli"), { recursive: true })
  for (const name of ["cli.js", "sqlite-thread.js"]) await cp(join(ROOT, "dist", name), join(alone, name))
  await writeFile(join(folder, "alone/package.json"), '{ "type": "module" }')
  const ended = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(alone, "cli.js"), "start", "--port", "0", ...args], {
      env: { ...process.env, HEXARIUM_CACHE: "" },
      cwd: folder,
    }).then(
      () => "it started",
      ({ code, stdout, stderr }) => `${code} ${stdout}${stderr}`,
    )
  expect(await ended("--smtp", "smtp://127.0.0.1:25")).toMatch(/^1 hexarium: .*npm install nodemailer\n$/)
  if (process.getBuiltinModule("node:sqlite" as "node:fs") !== undefined) return
  expect(await ended("--data", "worlds")).toMatch(
    /^1 hexarium: .*@photostructure\/sqlite can't be loaded; install the package, .*\n$/,
  )
})

test("the command's code does not contain the CSV module, which few runs need", () => {
  const code = readCommand(PLACE)
  expect([code.includes("BAD_DELIMITERS"), code.includes("chunks/papaparse.js")]).toEqual([false, true])
})

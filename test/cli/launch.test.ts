import { type ChildProcess, execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { commandFiles, compileCommand } from "../../emulator/cli/compiled-command.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const DIST = pathToFileURL(join(ROOT, "dist/"))

let folder = ""
const running: ChildProcess[] = []

beforeAll(async () => {
  if (!existsSync(fileURLToPath(new URL("cli.js", DIST)))) {
    await promisify(execFile)("node", ["scripts/build.mjs"], { cwd: ROOT })
  }
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
}, 60_000)
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL")
  await rm(folder, { recursive: true, force: true })
})

/** A copy of what was built, in a folder of its own. */
async function copy(name: string): Promise<URL> {
  const dist = join(folder, name, "dist")
  await cp(fileURLToPath(DIST), dist, {
    recursive: true,
    filter: (source) => !/dist\/(?:docs|ui|types|chunks)$/.test(source),
  })
  await cp(join(ROOT, "package.json"), join(folder, name, "package.json"))
  return pathToFileURL(`${dist}/`)
}

/** Who the first user of the demo is, asked of a start of what was built. */
async function firstAnswer(dist: URL): Promise<unknown> {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL("cli.js", dist)),
    "start",
    "--port",
    "0",
    "--log",
    "json",
  ])
  running.push(child)
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
  expect(problem).toBe("")
  const { url } = JSON.parse(line) as { url: string }
  const answer = await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: "Bearer demo-mina" } })
  child.kill("SIGKILL")
  return answer.json()
}

test("what this Node made of the command's code when it was built is taken", async () => {
  const { code, compiled } = commandFiles(DIST)
  const { script } = compileCommand(code, await readFile(compiled))
  expect(script.cachedDataRejected).toBe(false)
})

test("what was made of other code is refused", async () => {
  const { code, compiled } = commandFiles(await copy("changed"))
  await writeFile(code, `${await readFile(code, "utf8")};`)
  const { script } = compileCommand(code, await readFile(compiled))
  expect(script.cachedDataRejected).toBe(true)
})

test("a start answers with it, without it, and when it is none", async () => {
  const [complete, without, spoilt] = await Promise.all(["complete", "without", "spoilt"].map(copy))
  await rm(commandFiles(without as URL).compiled)
  await writeFile(commandFiles(spoilt as URL).compiled, "made by somebody else")
  for (const dist of [complete, without, spoilt]) {
    expect(await firstAnswer(dist as URL)).toMatchObject({ email: "mina@hikari.example" })
  }
})

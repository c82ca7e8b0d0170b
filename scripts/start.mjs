/**
 * Bundles the sources if they have changed, then runs `hexarium start`: `npm start`. Each version of the sources has
 * its own folder in .cache/start/, so that no other build changes the files of a running server.
 */

import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const builds = `${root}.cache/start/`
const FOLDERS = ["src", "emulator", "dashboard", "fixtures", "scripts"]
const FILES = ["package.json", "package-lock.json"].map((name) => root + name)
const GENERATED_FILE = /\/(?:client\/(?:routes|requests)|graphql\/(?:sdl|root-names)|operations\/inputs)\.ts$/

function fail(message) {
  process.stderr.write(`hexarium: ${message}\n`)
  process.exit(1)
}

function digestOfSources() {
  const inFolders = FOLDERS.flatMap((name) => readdirSync(root + name, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((file) => !GENERATED_FILE.test(file))
  const hash = createHash("sha256")
  for (const file of [...inFolders, ...FILES].sort()) hash.update(file).update(readFileSync(file))
  return hash.digest("hex").slice(0, 16)
}

/** Bundles into a temporary folder and renames it to `folder`, unless another process has made `folder` in between. */
function make(folder) {
  const fresh = `${folder}.${process.pid}`
  const args = [`${root}scripts/bundles.mjs`, `${fresh}/`]
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", 2, 2] })
  if (status !== 0) fail("the sources can't be built; see the errors above, and run npm ci if packages are missing")
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(fresh, { recursive: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Deletes folders that no running process builds (`DIGEST.PID`) or uses. The file `uses.PID` contains the used digest. */
function clean(digest) {
  const names = readdirSync(builds)
  const alive = names.filter((name) => name.includes(".") && isRunning(Number(name.split(".")[1])))
  const used = alive.filter((name) => name.startsWith("uses.")).map((name) => readFileSync(builds + name, "utf8"))
  const kept = new Set([digest, ...alive, ...used])
  for (const name of names) if (!kept.has(name)) rmSync(builds + name, { recursive: true, force: true })
}

if (!existsSync(`${root}node_modules/esbuild`)) fail("the dependencies are not installed; run npm ci")
const digest = digestOfSources()
const folder = builds + digest
try {
  mkdirSync(builds, { recursive: true })
  writeFileSync(`${builds}uses.${process.pid}`, digest)
  if (!existsSync(folder)) make(folder)
  clean(digest)
} catch (error) {
  if (error.syscall === undefined) throw error
  if (!existsSync(folder))
    fail(`can't write to ${builds} (${error.code}); make the folder writable, or run npx hexarium start`)
}
// The process of `--detach` runs this script again with the word `start`, so that `uses.PID` protects its build as well.
if (process.argv[2] !== "start") process.argv.splice(2, 0, "start")
await import(pathToFileURL(`${folder}/cli.js`).href)

/** Prints a line for each check of a script, and details of failures. After a failure, the exit code is 1. */

import { execFile } from "node:child_process"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

/** Runs a check and prints its result. Resolves to whether the check passed. */
export async function check(name, work) {
  const began = performance.now()
  const outcome = await work().then(
    (answer) => `ok${answer === undefined ? "" : `: ${answer}`}`,
    (error) => {
      process.exitCode = 1
      return `FAILS\n${error.stdout ?? ""}${error.stderr ?? error.stack}`
    },
  )
  process.stdout.write(`${name}: ${outcome} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
  return outcome.startsWith("ok")
}

export async function inTurns(width, works) {
  const waiting = [...works]
  const next = async () => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) await work()
  }
  await Promise.all(Array.from({ length: width }, next))
}

export const output = async (command, args, options) => {
  const env = { ...process.env, FORCE_COLOR: "0" }
  return (await promisify(execFile)(command, args, { maxBuffer: 1 << 26, env, ...options })).stdout
}

/** Installs packages. Tries again if a download stalls; npm itself may then not react to SIGTERM. */
export async function install(cwd, ...args) {
  const command = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-timeout=60000", ...args]
  const once = () => output("npm", command, { cwd, timeout: 180_000, killSignal: "SIGKILL" })
  return once().catch(once)
}

export async function bytesBelow(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

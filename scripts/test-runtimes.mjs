/**
 * The built engine and app in other runtimes than Node and Chromium, Deno and workerd, both by the binaries of the registry:
 * `npm run test:runtimes`, after the build. The same calls have to come to the same IDs and the same hash as in Node. Prints a line a
 * runtime, and what failed; exits 1 if anything did.
 */

import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { isDeepStrictEqual, promisify } from "node:util"
import { build } from "esbuild"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = `${root}.cache/runtimes/`
const bin = `${folder}node_modules/.bin/`
const PACKAGES = ["deno@2.9.6", "workerd@1.20261117.1"]
const STEP_MS = 120_000

const run = async (command, args) => (await promisify(execFile)(command, args, { cwd: root, timeout: STEP_MS })).stdout

const ENGINE = `
import { createWorld } from "${root}dist/index.js"
import { createApp } from "${root}dist/http.js"
import { makeCalls } from "${folder}calls.js"
`

/** Deno takes the built files as they are, with what node_modules has beside them. */
async function inDeno() {
  const file = `${folder}in-deno.js`
  await writeFile(file, `${ENGINE}console.log(JSON.stringify(await makeCalls({ createWorld, createApp })))`)
  const allowed = ["--no-lock", "--no-remote", "--node-modules-dir=manual", `--allow-read=${root}`]
  return JSON.parse(await run(`${bin}deno`, ["run", ...allowed, file]))
}

/** What a Worker is: one module, which may compile no WebAssembly that it brings as bytes. */
async function inWorkerd() {
  const worker = `${ENGINE}
export default { async test() {
  const plain = await makeCalls({ createWorld, createApp, withoutScripts: true })
  const [scripted] = await makeCalls({ createWorld, createApp })
  console.log("told:" + JSON.stringify({ plain, scripted }))
} }`
  const { outputFiles } = await build({
    stdin: { contents: worker, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "browser"],
    logLevel: "error",
  })
  await writeFile(`${folder}worker.js`, outputFiles[0].text)
  await writeFile(
    `${folder}worker.capnp`,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
))]);`,
  )
  const told = await run(`${bin}workerd`, ["test", `${folder}worker.capnp`])
  return JSON.parse(/told:(.*)/.exec(told)?.[1] ?? "null")
}

function tell(runtime, began, mistake) {
  process.stdout.write(`${runtime}: ${mistake ?? "ok"} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
  if (mistake !== undefined) process.exitCode = 1
}

const sameAs = (told, expected) =>
  isDeepStrictEqual(told, expected) ? undefined : `told ${JSON.stringify(told)}\ninstead of ${JSON.stringify(expected)}`

await mkdir(folder, { recursive: true })
if (!PACKAGES.every((name) => existsSync(`${bin}${name.split("@")[0]}`))) {
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES])
}
await build({
  entryPoints: [`${root}test/browsers/calls.ts`],
  outfile: `${folder}calls.js`,
  bundle: true,
  format: "esm",
})
const [{ createWorld }, { createApp }, { makeCalls }] = await Promise.all(
  [`${root}dist/index.js`, `${root}dist/http.js`, `${folder}calls.js`].map((file) => import(pathToFileURL(file).href)),
)

const began = performance.now()
try {
  tell("Deno", began, sameAs(await inDeno(), await makeCalls({ createWorld, createApp })))
} catch (error) {
  tell("Deno", began, String(error))
}
const then = performance.now()
try {
  const expected = await makeCalls({ createWorld, createApp, withoutScripts: true })
  const { plain, scripted } = await inWorkerd()
  const reason = JSON.stringify(scripted)
  const isTold = /PROCESS_STOPPED/.test(reason) && /WebAssembly/.test(reason)
  tell("workerd", then, sameAs(plain, expected) ?? (isTold ? undefined : `a script says ${reason}`))
} catch (error) {
  tell("workerd", then, String(error))
}

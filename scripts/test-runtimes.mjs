/**
 * Runs the built engine and app in Deno and workerd, which are installed from the npm registry: `npm run
 * test:runtimes`, after the build. The same calls must result in the same IDs and hash as in Node. Prints a line for
 * each runtime and the output of failures. Exits with 1 if a check failed.
 */

import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { isDeepStrictEqual } from "node:util"
import { build } from "esbuild"
import { check, install, output } from "./checks.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = `${root}.cache/runtimes/`
const bin = `${folder}node_modules/.bin/`
const PACKAGES = ["deno@2.9.6", "workerd@1.20261117.1"]
const STEP_MS = 120_000

const run = (command, args) => output(command, args, { cwd: root, timeout: STEP_MS })

const ENGINE = `
import { createWorld } from "${root}dist/index.js"
import { createApp } from "${root}dist/http.js"
import { makeCalls } from "${folder}calls.js"
`

async function inDeno() {
  const file = `${folder}in-deno.js`
  await writeFile(file, `${ENGINE}console.log(JSON.stringify(await makeCalls({ createWorld, createApp })))`)
  const allowed = ["--no-lock", "--no-remote", "--node-modules-dir=manual", `--allow-read=${root}`]
  return JSON.parse(await run(`${bin}deno`, ["run", ...allowed, file]))
}

/** Runs the calls in a Worker, without and with scripts. Scripts fail there: workerd can't compile WebAssembly from bytes. */
async function inWorkerd() {
  const worker = `${ENGINE}
export default { async test() {
  const plain = await makeCalls({ createWorld, createApp, withoutScripts: true })
  const [scripted] = await makeCalls({ createWorld, createApp })
  console.log("result:" + JSON.stringify({ plain, scripted }))
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
  const output = await run(`${bin}workerd`, ["test", `${folder}worker.capnp`])
  return JSON.parse(/result:(.*)/.exec(output)?.[1] ?? "null")
}

function requireSame(result, expected) {
  if (isDeepStrictEqual(result, expected)) return
  throw new Error(`expected ${JSON.stringify(expected)}\nreceived ${JSON.stringify(result)}`)
}

await mkdir(folder, { recursive: true })
if (!PACKAGES.every((name) => existsSync(`${bin}${name.split("@")[0]}`))) {
  await install(root, "--prefix", folder, ...PACKAGES)
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

await check("Deno", async () => requireSame(await inDeno(), await makeCalls({ createWorld, createApp })))
await check("workerd", async () => {
  const expected = await makeCalls({ createWorld, createApp, withoutScripts: true })
  const { plain, scripted } = await inWorkerd()
  requireSame(plain, expected)
  const reason = JSON.stringify(scripted)
  if (!/PROCESS_STOPPED/.test(reason) || !/WebAssembly/.test(reason))
    throw new Error(`expected scripts to fail with PROCESS_STOPPED because WebAssembly is missing, received: ${reason}`)
})

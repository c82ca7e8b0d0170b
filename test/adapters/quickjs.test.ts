import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { describe, expect, test } from "vitest"
import { workerScripts } from "../../emulator/adapters/quickjs.ts"
import { quickjsScripts } from "../../src/ports/index.ts"
import { scriptsContract } from "../ports/scripts-contract.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Builds the thread's file with the options of the real build. */
async function buildWorker(): Promise<URL> {
  const outfile = `${root}node_modules/.cache/hexarium/quickjs-worker.mjs`
  await build({
    absWorkingDir: root,
    entryPoints: ["emulator/adapters/quickjs-worker.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  })
  return new URL(`file://${outfile}`)
}

scriptsContract("QuickJS in threads", async (limits) => workerScripts(await buildWorker(), limits))
scriptsContract(
  "QuickJS on the caller's thread",
  (limits) => quickjsScripts({ ...limits, sliceMs: limits.timeMs / 5 }),
  {
    sharesThread: true,
  },
)

const code = "async () => { await callAPIAsync('GET', '/x'); return 1 }"
const run = { code, data: null, nowMs: 0, seed: 1 }

describe("threads", () => {
  test("more scripts than threads wait for one another", async () => {
    const scripts = workerScripts(await buildWorker(), { threads: 2 })
    const ended = await Promise.all([1, 2, 3, 4, 5].map(() => scripts.run({ ...run, callApi: async () => null })))
    expect(ended.map(({ outcome }) => outcome.status)).toEqual(Array(5).fill("resolved"))
    scripts.close()
  })

  test("a script that finds no thread within its time is stopped", async () => {
    const scripts = workerScripts(await buildWorker(), { threads: 1, timeMs: 300 })
    // The first script's time limit starts with its thread. The second script's time limit starts at once.
    const first = scripts.run({ ...run, callApi: () => new Promise(() => {}) })
    const second = await scripts.run({ ...run, callApi: async () => null })
    expect(second.outcome).toEqual({ status: "stopped", message: expect.stringContaining("no thread was free") })
    expect((await first).outcome.status).toBe("stopped")
    scripts.close()
  })

  test("closing stops what runs", async () => {
    const scripts = workerScripts(await buildWorker())
    const ended = scripts.run({ ...run, callApi: () => new Promise(() => {}) })
    scripts.close()
    expect((await ended).outcome.status).toBe("stopped")
  })

  test("a file that can't be loaded stops the script and says so", async () => {
    const scripts = workerScripts(new URL("file:///nowhere/worker.js"))
    const { outcome } = await scripts.run({ ...run, callApi: async () => null })
    expect(outcome).toMatchObject({ status: "stopped", message: expect.stringContaining("nowhere") })
  })
})

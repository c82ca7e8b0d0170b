import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { workerScripts } from "../../emulator/adapters/quickjs.ts"
import { quickjsScripts, type ScriptRun, type Scripts } from "../../src/ports/index.ts"

const MIB = 1_048_576
/** Much longer than any script here takes on a busy machine. Only an endless script reaches this limit. */
const TIME_MS = 120_000
const TEST_MS = 2 * TIME_MS
const node = new URL("../../dist/node.js", import.meta.url)
const worker = new URL("../../dist/quickjs-worker.js", import.meta.url)

const script = (code: string, more: Partial<ScriptRun> = {}): ScriptRun => ({
  code,
  data: null,
  nowMs: 0,
  seed: 1,
  callApi: async () => null,
  ...more,
})

/** Fills the memory with many small objects, because a single large one would be refused. */
const HOARD = "function main() { const all = []; for (;;) all.push({ a: [all.length], b: 'x' + all.length }) }"

/** Fills the memory with promises that are never settled. QuickJS then fails to free them, and Emscripten prints that. */
const PENDING_SCRIPT =
  "async function main() { const all = []; for (;;) { all.push(new Promise(() => {})); await null } }"

describe("what a script may take (model.md section 9)", () => {
  test("64 MiB of memory, whatever it is made of, and they come back", { timeout: TEST_MS }, async () => {
    const measure = `
      import { serverPorts } from ${JSON.stringify(node.href)}
      const { scripts } = await serverPorts()
      const run = (code) => scripts.run({ code, data: null, nowMs: 0, seed: 1, callApi: async () => null })
      const small = "function main() { return 1 }"
      await Promise.all([run(small), run(small)])
      const before = process.memoryUsage().rss
      let most = 0
      const watch = setInterval(() => { most = Math.max(most, process.memoryUsage().rss) }, 10)
      const ends = []
      for (let round = 0; round < 2; round += 1) ends.push((await run(${JSON.stringify(HOARD)})).outcome)
      const pending = (await run(${JSON.stringify(PENDING_SCRIPT)})).outcome
      const until = Date.now() + 60_000
      let after
      do {
        await new Promise((resolve) => setTimeout(resolve, 100))
        after = process.memoryUsage().rss
      } while (after > before * 1.2 && Date.now() < until)
      clearInterval(watch)
      ends.push((await run(small)).outcome)
      scripts.close()
      console.log(JSON.stringify({ before, most, after, ends, pending }))`
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", measure])
    // Messages of the sandbox about its memory must not be printed.
    expect(stderr).toBe("")
    const { before, most, after, ends, pending } = JSON.parse(stdout)
    expect(pending.status).toBe("stopped")
    for (const end of ends.slice(0, 2)) {
      expect(end).toEqual({ status: "stopped", message: "the script needs more memory than allowed" })
    }
    expect(ends[2]).toEqual({ status: "resolved", value: 1 })
    // One script at a time: the script's memory, the memory of the previous thread that is ending, and an allowance for the threads.
    expect((most - before) / MIB).toBeLessThan(64 + 80 + 80)
    expect(after / before).toBeLessThan(1.2)
  })
})

test("the sandbox prints nothing on the caller's thread", async () => {
  const lines: unknown[][] = []
  const methods = ["log", "info", "warn", "error", "debug"] as const
  const spies = methods.map((name) => vi.spyOn(console, name).mockImplementation((...line) => void lines.push(line)))
  const scripts = quickjsScripts({ timeMs: TIME_MS })
  const run = (code: string) => scripts.run({ code, data: null, nowMs: 0, seed: 1, callApi: async () => null })
  const ends = [await run(HOARD), await run(PENDING_SCRIPT), await run("function main() { return 1 }")]
  scripts.close()
  for (const spy of spies) spy.mockRestore()
  expect(ends.map(({ outcome }) => outcome.status)).toEqual(["stopped", "stopped", "resolved"])
  expect(lines).toEqual([])
})

describe.each<[string, () => Scripts]>([
  ["in threads", () => workerScripts(worker, { timeMs: TIME_MS })],
  ["on the caller's thread", () => quickjsScripts({ timeMs: TIME_MS })],
])("scripts %s", (_, make) => {
  let scripts: Scripts

  beforeAll(() => {
    scripts = make()
  })
  afterAll(() => scripts.close())

  test("a result that is nested too deep to be handed on stops the script at once", async () => {
    const before = process.cpuUsage()
    const nest = "let deep = 1; for (let n = 0; n < 5000; n += 1) deep = [deep]"
    for (const code of [`() => { ${nest}; return deep }`, `() => { ${nest}; throw deep }`]) {
      const { outcome } = await scripts.run(script(code))
      expect(outcome).toEqual({
        status: "stopped",
        message: expect.stringMatching(/nested more than 200 levels deep|call stack/),
      })
    }
    const { outcome } = await scripts.run(
      script(
        `async () => { ${nest}; try { await callAPIAsync("GET", "/x", deep) } catch (error) { return error.message } }`,
      ),
    )
    expect(Object.values(outcome)[1]).toMatch(/nested more than 200 levels deep|stack/)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(8000)
  })

  test("a result of more than 16 Mi characters is not taken", async () => {
    const { outcome } = await scripts.run(script("() => 'x'.repeat(17 * 1024 * 1024)"))
    expect(outcome).toEqual({ status: "stopped", message: expect.stringContaining("characters of JSON") })
  })

  test(
    "seventy at once, each waiting for four below it, all come to an end",
    async () => {
      const code = "async () => callAPIAsync('GET', '/deeper')"
      const at = (depth: number): Promise<unknown> =>
        scripts
          .run(script(code, { depth, callApi: async () => (depth === 5 ? "bottom" : at(depth + 1)) }))
          .then(({ outcome }) => (outcome.status === "resolved" ? outcome.value : outcome))
      expect(await Promise.all(Array.from({ length: 70 }, () => at(1)))).toEqual(Array(70).fill("bottom"))
    },
    TEST_MS,
  )

  test(
    "two hundred small ones at once",
    async () => {
      const small = script("(data) => data + 1", { data: 1 })
      const ended = await Promise.all(Array.from({ length: 200 }, () => scripts.run(small)))
      expect(ended.map(({ outcome }) => outcome)).toEqual(Array(200).fill({ status: "resolved", value: 2 }))
    },
    TEST_MS,
  )
})

test(
  "the sandbox prints nothing when it breaks",
  async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    const scripts = quickjsScripts({ timeMs: TIME_MS, sliceMs: TIME_MS, memoryBytes: 4 * MIB })
    // With pending promises and no memory left, QuickJS ends with a failed assertion.
    const code =
      "async function main() { const all = []; for (;;) { all.push(new Promise((done) => all.push(done))); if (all.length % 1000 === 0) await null } }"
    const { outcome } = await scripts.run(script(code))
    expect(outcome).toEqual({ status: "stopped", message: "the script needs more memory than allowed" })
    expect(said).not.toHaveBeenCalled()
    scripts.close()
    said.mockRestore()
  },
  TEST_MS,
)

test(
  "a thread is ended whose sandbox has grown, and no other",
  async () => {
    const ended = vi.spyOn(Worker.prototype, "terminate")
    const scripts = workerScripts(worker, { timeMs: TIME_MS })
    for (let round = 0; round < 2; round += 1) await scripts.run(script("() => 1"))
    expect(ended).not.toHaveBeenCalled()
    await scripts.run(
      script("() => { const all = []; for (let n = 0; n < 4e5; n += 1) all.push({ n }); return all.length }"),
    )
    expect(ended).toHaveBeenCalledTimes(1)
    expect((await scripts.run(script("() => 2"))).outcome).toEqual({ status: "resolved", value: 2 })
    scripts.close()
    ended.mockRestore()
  },
  TEST_MS,
)

test(
  "a sandbox that has grown is not used again, on the caller's thread either",
  async () => {
    const host = globalThis as unknown as { readonly WebAssembly: { Memory: new (size: object) => object } }
    const { Memory } = host.WebAssembly
    let made = 0
    class Counted extends Memory {
      constructor(size: object) {
        super(size)
        made += 1
      }
    }
    host.WebAssembly.Memory = Counted
    try {
      const scripts = quickjsScripts({ timeMs: TIME_MS, sliceMs: TIME_MS })
      for (let round = 0; round < 2; round += 1) await scripts.run(script("() => 1"))
      expect(made).toBe(1)
      await scripts.run(
        script("() => { const all = []; for (let n = 0; n < 3e5; n += 1) all.push({ n }); return all.length }"),
      )
      expect((await scripts.run(script("() => 2"))).outcome).toEqual({ status: "resolved", value: 2 })
      expect(made).toBe(2)
      scripts.close()
    } finally {
      host.WebAssembly.Memory = Memory
    }
  },
  TEST_MS,
)

test(
  "a thread that takes much outside of its sandbox ends, and its script with it",
  async () => {
    // Replaces the sandbox with code that fills the thread's own heap.
    const hoards = `
    import { parentPort } from "node:worker_threads"
    parentPort.on("message", () => {
      const all = []
      for (;;) all.push({ n: [all.length] })
    })
    parentPort.postMessage({ kind: "ready" })`
    const file = new URL(`data:text/javascript,${encodeURIComponent(hoards)}`)
    const scripts = workerScripts(file, { timeMs: TIME_MS })
    const { outcome } = await scripts.run(script("() => 1"))
    expect(outcome).toEqual({ status: "stopped", message: expect.stringContaining("ERR_WORKER_OUT_OF_MEMORY") })
    scripts.close()
  },
  TEST_MS,
)

test(
  "the scripts of a request share the memory of one",
  async () => {
    const scripts = workerScripts(worker, { timeMs: TIME_MS })
    const hold = (mib: number) =>
      `async () => { const all = []; for (let n = 0; n < ${mib}; n += 1) all.push("x".repeat(1048576) + n); await callAPIAsync("GET", "/x"); return all.length }`
    const nested = async (requests: readonly [object, object]) => {
      let inner: Promise<{ readonly outcome: unknown }> | undefined
      const callApi = async () => {
        inner = scripts.run(script(hold(55), { depth: 2, request: requests[1] }))
        return (await inner).outcome
      }
      const outer = await scripts.run(script(hold(55), { depth: 1, request: requests[0], callApi }))
      return [outer.outcome, (await inner)?.outcome]
    }
    const [one, other] = [{}, {}]
    const tooMuch = { status: "stopped", message: "the script needs more memory than allowed" }
    expect(await nested([one, one])).toEqual([{ status: "resolved", value: 55 }, tooMuch])
    // Ended scripts occupy no memory or slot.
    expect(await nested([one, other])).toEqual(Array(2).fill({ status: "resolved", value: 55 }))
    scripts.close()
  },
  TEST_MS,
)

test(
  "a script has the time that is left to its request, and eight calls at a time",
  async () => {
    const scripts = workerScripts(worker, { timeMs: TIME_MS })
    const forever = await scripts.run(script("() => { for (;;); }", { timeMs: 300 }))
    expect(forever.outcome).toEqual({ status: "stopped", message: "the script ran for more than 300 ms" })
    // Each call stays open until eight are, so that a slow machine doesn't make them follow each other.
    let most = 0
    let open: (() => void)[] = []
    const callApi = async () => {
      await new Promise<void>((resolve) => {
        open.push(resolve)
        if (open.length === 8) setImmediate(endAll)
      })
      return 1
    }
    const endAll = () => {
      most = Math.max(most, open.length)
      for (const end of open) end()
      open = []
    }
    const code = "async () => (await Promise.all(Array.from({ length: 96 }, () => callAPIAsync('GET', '/x')))).length"
    expect((await scripts.run(script(code, { callApi }))).outcome).toEqual({ status: "resolved", value: 96 })
    expect(most).toBe(8)
    scripts.close()
  },
  TEST_MS,
)

test(
  "no more threads than two for each processor at each depth",
  async () => {
    const scripts = workerScripts(worker, { threads: 3, timeMs: TIME_MS })
    const running = new Map<number, number>()
    let most = 0
    const at = (depth: number): Promise<unknown> =>
      scripts.run(
        script("async () => { await callAPIAsync('GET', '/deeper') }", {
          depth,
          async callApi() {
            running.set(depth, (running.get(depth) ?? 0) + 1)
            most = Math.max(most, ...running.values())
            if (depth < 3) await at(depth + 1)
            running.set(depth, (running.get(depth) ?? 0) - 1)
            return null
          },
        }),
      )
    await Promise.all(Array.from({ length: 12 }, () => at(1)))
    expect(most).toBeLessThanOrEqual(3)
    scripts.close()
  },
  TEST_MS,
)

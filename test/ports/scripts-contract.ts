import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ScriptRun, Scripts } from "../../src/ports/index.ts"

/** Limits of an adapter in these tests, low enough to be reached quickly. */
export interface ScriptLimits {
  /** Time limit of a run in ms, including the time in which it waits for API calls. */
  readonly timeMs: number
  readonly memoryBytes: number
}

export interface ScriptTraits {
  /** Scripts run on the caller's thread. A script that computes without a pause is stopped at the end of its time slice. */
  readonly sharesThread?: boolean
}

const memoryBytes = 16 * 1024 * 1024

/** For scripts that end by themselves, even on a busy machine. */
const PATIENT_LIMITS: ScriptLimits = { timeMs: 30_000, memoryBytes }
/** For scripts that only the time limit stops. */
const HASTY_LIMITS: ScriptLimits = { timeMs: 500, memoryBytes }
/** For scripts that the time limit stops after another event. */
const LENIENT_LIMITS: ScriptLimits = { timeMs: 4000, memoryBytes }

const nothingToCall: ScriptRun["callApi"] = async () => {
  throw new Error("no API call was expected")
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The obligations of the port `Scripts` (model.md section 9). An adapter's own test:
 *
 *     scriptsContract("quickjs", (limits) => quickjsScripts(limits))
 */
export function scriptsContract(
  name: string,
  make: (limits: ScriptLimits) => Scripts | Promise<Scripts>,
  { sharesThread = false }: ScriptTraits = {},
): void {
  describe(`Scripts: ${name}`, () => {
    let scripts: Scripts
    const all = new Map<ScriptLimits, Scripts>()

    beforeAll(async () => {
      for (const limits of [PATIENT_LIMITS, HASTY_LIMITS, LENIENT_LIMITS]) all.set(limits, await make(limits))
      scripts = all.get(PATIENT_LIMITS) as Scripts
    })

    afterAll(() => {
      for (const one of all.values()) one.close()
    })

    const run = (code: string, more: Partial<ScriptRun> = {}, limits = PATIENT_LIMITS) =>
      (all.get(limits) as Scripts).run({ code, data: null, nowMs: 0, seed: 1, callApi: nothingToCall, ...more })

    const outcome = async (code: string, more: Partial<ScriptRun> = {}, limits = PATIENT_LIMITS) =>
      (await run(code, more, limits)).outcome

    /** Runs two scripts at the same time, because the tests should not wait while sandboxes are created. */
    const warmUp = (limits = PATIENT_LIMITS) =>
      Promise.all([1, 2].map(() => outcome("async () => { await null }", {}, limits)))

    const resolved = (value: unknown) => ({ status: "resolved", value })

    describe("what a script is", () => {
      test.each([
        ["a plain main", "function main(data) { return data.n + 1 }"],
        ["an async main", "async function main(data) { return data.n + 1 }"],
        ["a main that returns a promise", "function main(data) { return new Promise((done) => done(data.n + 1)) }"],
        ["a main held by a constant", "const main = (data) => data.n + 1"],
        ["a main held by a variable, async", "var main = async function (data) { return data.n + 1 }"],
        ["an async function expression", "async function (data) { return data.n + 1 }"],
        ["an async function expression in parentheses", "(async function (data) { return data.n + 1 })"],
        ["an async arrow function", "async (data) => { return data.n + 1 }"],
        ["a comment before an async arrow function", "// adds one\nasync (data) => data.n + 1\n"],
        [
          "functions beside main",
          "const one = 1\nfunction add(n) { return n + one }\nfunction main(data) { return add(data.n) }",
        ],
      ])("%s", async (_, code) => {
        expect(await outcome(code, { data: { n: 41 } })).toEqual(resolved(42))
      })

      test.each([
        ["a syntax error", "function main( {"],
        ["no main", "const other = 1"],
        ["a main that is no function", "const main = 1"],
        ["nothing", ""],
      ])("stopped with a message: %s", async (_, code) => {
        const stopped = await outcome(code)
        expect(stopped.status).toBe("stopped")
        expect((stopped as { message: string }).message).not.toBe("")
      })

      test("an error before main runs is a rejection or a stop, never a result", async () => {
        expect((await outcome("throw new Error('early'); function main() { return 1 }")).status).not.toBe("resolved")
      })
    })

    describe("what goes in and out", () => {
      test("data goes in as JSON and comes back equal", async () => {
        const data = { text: "Grüße, 世界 \u2028 🙂", list: [1, -0.5, null, true, { deep: [] }], empty: {} }
        expect(await outcome("function main(data) { return data }", { data })).toEqual(resolved(data))
      })

      test("a script works on a copy of its data", async () => {
        const data = Object.freeze({ list: Object.freeze([1]) })
        const code = "function main(data) { data.list.push(2); data.more = true; return data }"
        expect(await outcome(code, { data })).toEqual(resolved({ list: [1, 2], more: true }))
        expect(data).toEqual({ list: [1] })
      })

      test("undefined is null", async () => {
        expect(await outcome("function main() {}")).toEqual(resolved(null))
        expect(await outcome("async function main() { await null }")).toEqual(resolved(null))
      })

      test("what JSON has no word for never gets out as it is", async () => {
        for (const value of ["() => 1", "Symbol('s')", "10n", "new Map([[1, 2]])", "NaN", "[undefined]"]) {
          const ended = await outcome(`function main() { return ${value} }`)
          expect(JSON.parse(JSON.stringify(ended))).toEqual(ended)
        }
        const cyclic = await outcome("function main() { const a = {}; a.a = a; return a }")
        expect(cyclic.status).not.toBe("resolved")
      })

      test("a member named __proto__ reaches no prototype", async () => {
        const ended = await outcome(`function main() { return JSON.parse('{"__proto__": {"polluted": 1}}') }`)
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
        expect((ended as { value?: { polluted?: unknown } }).value?.polluted).toBeUndefined()
      })
    })

    describe("rejection", () => {
      test("a thrown error gives its message", async () => {
        const reason = "the price is missing"
        expect(await outcome(`function main() { throw new Error("${reason}") }`)).toEqual({
          status: "rejected",
          reason,
        })
        expect(await outcome(`async function main() { throw new TypeError("${reason}") }`)).toEqual({
          status: "rejected",
          reason,
        })
      })

      test("any other reason is data", async () => {
        const code = "function main(data) { return Promise.reject(data) }"
        for (const reason of ["no", 7, null, { code: "E1", fields: ["Price"] }]) {
          expect(await outcome(code, { data: reason })).toEqual({ status: "rejected", reason })
        }
        expect(await outcome("function main() { throw undefined }")).toEqual({ status: "rejected", reason: null })
      })
    })

    describe("a check", () => {
      const sound = [
        "function main(data) { return data }",
        "async function (data) { return await callAPIAsync('GET', '/') };",
        "(data) => data",
        "const main = async () => { for await (const one of []) one }",
        "throw new Error('not run')",
        "for (;;) {}",
        "let other = 1",
        "",
      ]
      test.each(sound)("finds nothing in what can be read, and runs nothing of it: %s", async (code) => {
        expect(await scripts.check(code)).toBeNull()
      })

      const faulty: [string, number, number][] = [
        ["function main() {\n  return 1 +\n}", 3, 1],
        ["function main() {\n  const first = 1\n  const = 2\n}", 3, 9],
        ["async function (data) {\n  let x = ;\n}", 2, 11],
        ["(data) => {\n  return ]\n}", 2, 10],
        ["function main() {", 1, 18],
        ["const text = 'x\n'", 1, 14],
        ["import fs from 'node:fs'\nfunction main() {}", 1, 8],
      ]
      test.each(faulty)("tells line and column of what can't be read: %j", async (code, line, column) => {
        const fault = await scripts.check(code)
        expect(fault).toEqual({ message: expect.any(String), line, column })
        expect(fault?.message).not.toBe("")
      })

      test("never rejects, whatever it is given, and leaves the sandbox usable", async () => {
        for (const code of ["(".repeat(100_000), "[".repeat(5000), "\u0000", "}", "`${".repeat(2000)]) {
          expect(await scripts.check(code)).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
        }
        expect(await scripts.check("function main() {}")).toBeNull()
        expect(await outcome("function main() { return 'well' }")).toEqual(resolved("well"))
      })
    })

    describe("a dry run", () => {
      const dry = (code: string) => outcome(code, { isDryRun: true })

      test.each([
        "function main() { throw new Error('called') }",
        "main = async () => { for (;;) {} }",
        "async function (data) { throw new Error('called') };",
        "(data) => { throw new Error('called') }",
      ])("evaluates a script and calls nothing: %s", async (code) => {
        expect(await dry(code)).toEqual(resolved(null))
      })

      test.each(["", "let main", "function mian() {}", "const run = () => 1"])("needs main: %j", async (code) => {
        expect(await dry(code)).toEqual({ status: "stopped", message: "the script must define a function main(data)" })
      })

      test("fails as the script does before main", async () => {
        expect(await dry("function main() {}\nthrow new Error('no')")).toEqual({ status: "rejected", reason: "no" })
      })
    })

    describe("the logger", () => {
      test("keeps the lines of info, log and error in order", async () => {
        const { logs } = await run(
          "function main(data) { logger.info('first', 1); logger.log({ second: [2] }); logger.error('third') }",
        )
        expect(logs).toHaveLength(3)
        expect(logs[0]).toContain("first")
        expect(logs[0]).toContain("1")
        expect(logs[1]).toContain('{"second":[2]}')
        expect(logs[2]).toContain("third")
      })

      test("keeps them when the script is refused or stopped", async () => {
        expect((await run("function main() { logger.log('a'); throw 1 }")).logs).toHaveLength(1)
        expect((await run("function main() { logger.log('a'); for (;;) {} }", {}, LENIENT_LIMITS)).logs).toHaveLength(1)
      })

      test("a script that logs without end is stopped or cut off, and does not eat the host's memory", async () => {
        const code = "function main() { const line = 'x'.repeat(10000); for (;;) logger.log(line) }"
        const { logs } = await run(code, {}, HASTY_LIMITS)
        expect(logs.reduce((sum, line) => sum + line.length, 0)).toBeLessThan(4 * memoryBytes)
      })
    })

    describe("callAPIAsync", () => {
      test("resolves to the answer's body", async () => {
        const calls: unknown[] = []
        const callApi: ScriptRun["callApi"] = async (method, uri, payload) => {
          calls.push({ method, uri, payload })
          await pause(1)
          return { title: "Found", list: [1] }
        }
        const code = `async function main(data) {
          const answer = await callAPIAsync("POST", "/api/v0/somewhere", { id: data.id })
          return answer.title + answer.list.length
        }`
        expect(await outcome(code, { data: { id: "i1" }, callApi })).toEqual(resolved("Found1"))
        expect(calls).toEqual([{ method: "POST", uri: "/api/v0/somewhere", payload: { id: "i1" } }])
      })

      test("a rejection reaches the script as an Error", async () => {
        const callApi = async () => {
          throw new Error("NOT_FOUND")
        }
        const code = `async function main() {
          try { await callAPIAsync("GET", "/api/v0/x") } catch (error) { return [error instanceof Error, error.message] }
        }`
        expect(await outcome(code, { callApi })).toEqual(resolved([true, "NOT_FOUND"]))
        expect(await outcome("async () => { await callAPIAsync('GET', '/api/v0/x') }", { callApi })).toEqual({
          status: "rejected",
          reason: "NOT_FOUND",
        })
      })

      test("several calls may be under way at once", async () => {
        let open = 0
        let most = 0
        const callApi: ScriptRun["callApi"] = async (_method, uri) => {
          open += 1
          most = Math.max(most, open)
          await pause(5)
          open -= 1
          return uri
        }
        const code = `async () => Promise.all(["/1", "/2", "/3"].map((uri) => callAPIAsync("GET", uri)))`
        expect(await outcome(code, { callApi })).toEqual(resolved(["/1", "/2", "/3"]))
        expect(most).toBe(3)
      })

      test("a call may run another script", async () => {
        await warmUp()
        const callApi: ScriptRun["callApi"] = async () =>
          (await outcome("function main() { return 'inner' }")) as unknown
        const code = "async () => (await callAPIAsync('GET', '/x')).value + ' and outer'"
        expect(await outcome(code, { callApi })).toEqual(resolved("inner and outer"))
      })

      test("calls without number are refused, not collected", async () => {
        const callApi = () => new Promise<never>(() => {})
        const code = `async () => Promise.all(Array.from({ length: 100000 }, () => callAPIAsync("GET", "/x")))`
        expect((await outcome(code, { callApi }, HASTY_LIMITS)).status).not.toBe("resolved")
      })

      test("a call that never answers stops the script at its time limit", async () => {
        const callApi = () => new Promise<never>(() => {})
        const code = "async () => { await callAPIAsync('GET', '/x') }"
        expect((await outcome(code, { callApi }, HASTY_LIMITS)).status).toBe("stopped")
      })
    })

    describe("limits", () => {
      test.each([
        ["an endless loop", "function main() { for (;;) {} }"],
        ["an endless loop outside main", "for (;;) {}\nfunction main() {}"],
        ["an endless loop after an await", "async function main() { await null; for (;;) {} }"],
        ["an endless loop in a catch", "function main() { for (;;) { try { for (;;) {} } catch {} } }"],
        ["endless promises", "async function main() { for (;;) await null }"],
        ["a promise that is never settled", "function main() { return new Promise(() => {}) }"],
        ["an endless getter of the result", "function main() { return { get a() { for (;;) {} } } }"],
      ])("stopped: %s", async (_, code) => {
        expect((await outcome(code, {}, HASTY_LIMITS)).status).toBe("stopped")
      })

      test.each([
        ["memory", "function main() { const all = []; for (;;) all.push(new Array(10000).fill(1.5)) }"],
        ["one huge text", "function main() { let text = 'x'; for (;;) text += text }"],
        ["endless recursion", "function main() { return main() + 1 }"],
        ["a hostile regular expression", `function main() { return /^(a+)+$/.test("a".repeat(40) + "b") }`],
      ])("ends without a result and leaves the sandbox usable: %s", async (_, code) => {
        expect((await outcome(code, {}, LENIENT_LIMITS)).status).not.toBe("resolved")
        expect(await outcome("function main() { return 'well' }", {}, LENIENT_LIMITS)).toEqual(resolved("well"))
      })

      test("other work goes on while a script awaits without end", async () => {
        let turns = 0
        let awaiting = true
        const others = (async () => {
          while (awaiting) {
            turns += 1
            await pause(1)
          }
        })()
        await outcome("async function main() { for (;;) await null }", {}, LENIENT_LIMITS)
        awaiting = false
        await others
        expect(turns).toBeGreaterThan(2)
      })

      if (sharesThread) {
        test("a script that loops lets go of the thread long before its time is over", async () => {
          const ends: string[] = []
          await Promise.all([
            outcome("function main() { for (;;) {} }", {}, LENIENT_LIMITS).then(() => ends.push("looping")),
            pause(0).then(() => ends.push("other work")),
            outcome(
              "async () => { await callAPIAsync('GET', '/x') }",
              { callApi: () => new Promise(() => {}) },
              LENIENT_LIMITS,
            ).then(() => ends.push("waiting")),
          ])
          expect(ends.at(-1)).toBe("waiting")
        })
      } else {
        test("other work goes on while a script loops", async () => {
          let turns = 0
          let looping = true
          const others = (async () => {
            while (looping) {
              turns += 1
              await pause(1)
            }
          })()
          await outcome("function main() { for (;;) {} }", {}, LENIENT_LIMITS)
          looping = false
          await others
          expect(turns).toBeGreaterThan(3)
        })

        test("a short script is not held up by one that loops", async () => {
          await warmUp(LENIENT_LIMITS)
          const ends: string[] = []
          await Promise.all([
            outcome("function main() { for (;;) {} }", {}, LENIENT_LIMITS).then(() => ends.push("looping")),
            outcome("function main() { return 1 }", {}, LENIENT_LIMITS).then(() => ends.push("short")),
          ])
          expect(ends).toEqual(["short", "looping"])
        })
      }
    })

    describe("the sandbox", () => {
      test("has no host objects", async () => {
        const names = [
          "process",
          "require",
          "module",
          "fetch",
          "XMLHttpRequest",
          "Buffer",
          "WebAssembly",
          "Deno",
          "Worker",
        ]
        const code = `function main(names) { return names.filter((name) => typeof globalThis[name] !== "undefined") }`
        expect(await outcome(code, { data: names })).toEqual(resolved([]))
      })

      test.each([
        ["the constructor of the data", `data.constructor.constructor("return typeof process")()`],
        ["the constructor of a host function", `callAPIAsync.constructor("return typeof process")()`],
        ["the constructor of the logger", `logger.log.constructor("return typeof process")()`],
        ["indirect eval", `(0, eval)("typeof process")`],
        ["the prototype of a promise", `(async () => {})().constructor.constructor("return typeof process")()`],
      ])("is not left through %s", async (_, expression) => {
        const ended = await outcome(`function main(data) { return ${expression} }`, { data: {} })
        expect(ended.status === "rejected" || (ended as { value?: unknown }).value === "undefined").toBe(true)
      })

      test("imports nothing", async () => {
        expect((await outcome(`async () => { await import("node:fs"); return 1 }`)).status).not.toBe("resolved")
        expect((await outcome(`import fs from "node:fs"\nfunction main() { return 1 }`)).status).not.toBe("resolved")
      })

      test("begins anew with every run", async () => {
        await run("globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1; function main() {}")
        const code = "function main() { return [typeof left, typeof [].left, typeof {}.left] }"
        expect(await outcome(code)).toEqual(resolved(["undefined", "undefined", "undefined"]))
      })

      test("shows the world's time", async () => {
        const nowMs = Date.UTC(2026, 0, 5, 9)
        const code = "function main() { return [Date.now(), new Date().toISOString(), new Date(0).getTime()] }"
        expect(await outcome(code, { nowMs })).toEqual(resolved([nowMs, "2026-01-05T09:00:00.000Z", 0]))
      })

      test("lives in UTC, whatever the machine's time zone", async () => {
        const code = `function main() {
          const date = new Date(2026, 0, 5, 9, 30)
          const parsed = new Date("2026-01-05T09:30:00")
          date.setHours(10)
          return [date.toISOString(), parsed.toISOString(), date.getHours(), date.getTimezoneOffset(), String(parsed),
            new Date("Jan 5 2026 09:30").toISOString(), new Date("2026-01-05T09:30:00+09:00").getHours(), typeof Date()]
        }`
        expect(await outcome(code)).toEqual(
          resolved([
            "2026-01-05T10:30:00.000Z",
            "2026-01-05T09:30:00.000Z",
            10,
            0,
            "Mon Jan 05 2026 09:30:00 GMT+0000",
            "2026-01-05T09:30:00.000Z",
            0,
            "string",
          ]),
        )
      })

      test("a date is still a date", async () => {
        const code = `function main() {
          class Mine extends Date {}
          const date = new Date(5)
          return [date instanceof Date, new Mine(7) instanceof Mine, new Date(date).getTime(), +new Date("nothing") === 0,
            Date.UTC(2026, 0), Date.parse("2026-01-05"), Date.name]
        }`
        expect(await outcome(code)).toEqual(
          resolved([true, true, 5, false, Date.UTC(2026, 0), Date.UTC(2026, 0, 5), "Date"]),
        )
      })

      test("draws chance from the seed", async () => {
        const code = "function main() { return [Math.random(), Math.random()] }"
        const [first, again, other] = [await outcome(code), await outcome(code), await outcome(code, { seed: 2 })]
        expect(again).toEqual(first)
        expect(other).not.toEqual(first)
        for (const number of (first as { value: number[] }).value) {
          expect(number).toBeGreaterThanOrEqual(0)
          expect(number).toBeLessThan(1)
        }
      })
    })
  })
}

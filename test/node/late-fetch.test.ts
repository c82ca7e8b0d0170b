import { afterAll, beforeAll, expect, test } from "vitest"

const NAMES = ["Headers", "Request", "Response"] as const
const before = Object.fromEntries(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))
const loads: string[] = []

/** As Node has them before anybody asked: it puts what it loads into their place. */
beforeAll(() => {
  for (const name of NAMES) {
    const value = before[name]?.value ?? before[name]?.get?.call(globalThis)
    before[name] = { configurable: true, writable: true, value }
    const get = () => {
      loads.push(name)
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value })
      return value
    }
    Object.defineProperty(globalThis, name, { configurable: true, get })
  }
})
afterAll(() => {
  for (const name of NAMES) Object.defineProperty(globalThis, name, before[name] ?? {})
})

test("a class of fetch is loaded when one is made, and what is told apart by classes stays so", async () => {
  const { everything, Headers } = await import("../../emulator/node/late-fetch.ts")
  const { Request, Response } = everything as unknown as typeof globalThis
  class Lighter extends Response {
    static none = Object.create(Lighter.prototype) as Lighter
  }
  const plain: unknown[] = [{ accept: "a" }, undefined, []]
  expect(plain.map((value) => value instanceof Headers)).toEqual([false, false, false])
  expect([Lighter.none instanceof Response, Lighter.none instanceof Lighter]).toEqual([true, true])
  expect(Object.create(Lighter) instanceof Lighter).toBe(false)
  Object.defineProperty(everything, "Response", { configurable: true, writable: true, value: Lighter })
  expect([globalThis.Response === Lighter, everything.Response === Response, loads]).toEqual([true, true, []])

  const made = new Lighter("text", { status: 201 })
  expect([loads, globalThis.Response === Lighter]).toEqual([["Response"], true])
  expect([made.status, await made.text(), made instanceof Lighter, made instanceof Response]).toEqual([
    201,
    "text",
    true,
    true,
  ])
  const native = before.Response?.value as typeof Response
  expect([new native() instanceof Response, new native() instanceof Lighter]).toEqual([true, false])
  expect([made instanceof native, Lighter.none instanceof native]).toEqual([true, true])

  const headers = new Headers([["x-a", "1"]])
  const sent = new Request("http://localhost/", { headers: headers as globalThis.Headers })
  expect([sent.headers.get("x-a"), loads]).toEqual(["1", ["Response", "Headers", "Request"]])
  expect([new globalThis.Headers() instanceof Headers, sent instanceof globalThis.Request]).toEqual([true, true])
})

import { afterAll } from "vitest"

const { Request, Response } = globalThis

/** Hono's server replaces these globals with faster classes. Other test files in the same worker expect the originals. */
afterAll(() => {
  for (const [name, value] of Object.entries({ Request, Response })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
})

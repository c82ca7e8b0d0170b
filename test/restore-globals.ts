import { afterAll } from "vitest"

const { Request, Response } = globalThis

/** Hono's server puts faster classes in the place of these. Other files of the same worker expect the usual ones. */
afterAll(() => {
  for (const [name, value] of Object.entries({ Request, Response })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
})

/**
 * Classes of fetch that come late: what @hono/node-server is built upon, in the command only (`lateFetch` in scripts/bundling.mjs). It has
 * lighter ones of its own for what comes and goes over a socket, and Node takes longer to load those of fetch than the demo's world takes
 * to load. So they are loaded when the first is made.
 */

type Maker = new (...parts: unknown[]) => object

function late(name: "Headers" | "Request" | "Response"): Maker {
  const first = Object.getOwnPropertyDescriptor(globalThis, name)
  let loaded: Maker | undefined
  const load = (): Maker => {
    if (loaded !== undefined) return loaded
    const now = Object.getOwnPropertyDescriptor(globalThis, name)
    loaded = (first?.get?.call(globalThis) ?? first?.value) as Maker
    // Node puts what it loads into the place of what had been put there.
    if (now?.get === undefined) Object.defineProperty(globalThis, name, { ...now })
    Object.setPrototypeOf(Late, loaded)
    Object.setPrototypeOf(Late.prototype, loaded.prototype as object)
    return loaded
  }
  class Late {
    constructor(...parts: unknown[]) {
      const made = load()
      // biome-ignore lint/correctness/noConstructorReturn: what is made is the true thing, also below a class of the package.
      return Reflect.construct(made, parts, new.target === Late ? made : new.target) as Late
    }
  }
  Object.defineProperty(Late, Symbol.hasInstance, {
    value(this: Maker, value: unknown): boolean {
      // Of the lighter classes, which are below.
      if (this !== Late) return Function.prototype[Symbol.hasInstance].call(this, value)
      if (typeof value !== "object" || value === null || isPlain(value)) return false
      return Object.prototype.isPrototypeOf.call(Late.prototype, value) || value instanceof load()
    },
  })
  return Late
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null

const Headers = late("Headers")
const classes: Record<PropertyKey, unknown> = {
  Headers,
  Request: late("Request"),
  Response: late("Response"),
  // Of web sockets, which the command has none of.
  CloseEvent: undefined,
  ErrorEvent: undefined,
}

/** What that package knows as `globalThis`: what it defines there, it defines for all. */
const everything = new Proxy(globalThis, {
  get: (all: Record<PropertyKey, unknown>, name) => (name in classes ? classes[name] : all[name]),
} as ProxyHandler<typeof globalThis>)

/** Of HTTP/2, which the command doesn't serve: no request is one of it. */
class Http2ServerRequest {}
const constants = {}

export { constants, everything, Headers, Http2ServerRequest }

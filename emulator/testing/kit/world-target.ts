import { inspect, nearest } from "../../../src/model/index.ts"
import { findUserByReference } from "../../../src/people/index.ts"
import { dumpFixture, type EngineWorld, engineOf, type World } from "../../../src/world/index.ts"
import { giveApp } from "../../adapters/index.ts"
import { runOperation, table } from "../../api/index.ts"
import { KitError } from "./failures.ts"
import { bytesOf, readBody } from "./file-contents.ts"
import { httpTargets } from "./http-target.ts"
import type { KitRequest, Target, TargetSource } from "./targets.ts"

const JSON_HEADERS = new Headers({ "content-type": "application/json" })

/** Opens forks with frozen clocks. Otherwise, the duration of a sequence would decide which events are due. */
export function worldTargets(world: World): TargetSource {
  const base = withApp(engineOf(world).fork())
  const isStill = base.state.scalars.clock.mode === "frozen"
  const frozen = isStill ? Promise.resolve() : base.clock.setMode("frozen")
  return {
    kind: "world",
    async open() {
      await frozen
      return worldTarget(base.fork())
    },
    async openServed() {
      await frozen
      const { createApp } = await import("../../app.ts")
      const app = createApp({ world: base.fork() })
      const served = httpTargets({ kind: "app", baseUrl: base.baseUrl, send: async (request) => app.fetch(request) })
      return served.openServed()
    },
  }
}

const formOf = ({ form = {}, file }: KitRequest) => ({
  fields: form,
  files:
    file === undefined
      ? []
      : [{ name: "file", filename: file.name, contentType: "application/octet-stream", bytes: bytesOf(file) }],
})

/** Lets the world's scripts call the API, unless the caller has already created an app for the world. */
function withApp(world: EngineWorld): EngineWorld {
  if (world.apiCaller === null) giveApp(world)
  return world
}

/**
 * Creates a target for a world in this process. Requests take the same path as HTTP requests, but without a socket or
 * tokens. Scripts of the world can call the API.
 *
 * @example
 * ```ts
 * import { worldTarget } from "hexarium/testing"
 *
 * const { status, body } = await worldTarget(world).call({ operation: "getUserInfo", user: "bob@shop.test" })
 * ```
 */
export function worldTarget(world: World): Target {
  const engine = withApp(engineOf(world))
  const beginning = world.snapshot()
  return {
    kind: "world",
    async call(request: KitRequest) {
      requireRequest(request)
      const user = findUserByReference(world.view(), request.user)
      if (user === undefined) throw new KitError(`the world has no user ${request.user}`)
      const sent =
        request.body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(request.body))
      const { reply, bug } = await runOperation(engine, {
        operation: request.operation,
        params: request.params ?? {},
        query: () => request.query ?? {},
        headers: JSON_HEADERS,
        body: async () => sent,
        form: async () => formOf(request),
        actAs: user.uId,
      })
      if (bug !== undefined) throw bug
      const body = reply.body === null || reply.body instanceof Uint8Array ? reply.body : String(reply.body)
      return { status: reply.status, body: readBody(reply.headers["content-type"] ?? "", body) }
    },
    advance: (ms) => world.clock.advance(ms),
    schedule: async () => world.clock.schedule(),
    now: async () => world.now,
    async listItems(dIds) {
      const view = world.view()
      const items = (dId: string) => view.all(`items:${dId}`)
      return Object.fromEntries(dIds.map((dId) => [dId, items(dId).map(({ iId }) => iId)]))
    },
    as: (user) => world.as(user),
    export: async () => dumpFixture(world),
    reset: () => world.restore(beginning),
    async close() {},
    world,
  }
}

/** Validates a request, because callers in JavaScript have no type checks. */
function requireRequest(request: KitRequest): void {
  if (typeof request !== "object" || request === null) {
    throw new KitError(`target.call expects { operation, user, params, body }, received ${inspect(request)}`)
  }
  const { operation, user } = request
  if (!Object.hasOwn(table, operation)) {
    const meant = nearest(String(operation), Object.keys(table))
    const hint = meant === undefined ? "use a name such as getItemDetails" : `did you mean ${meant}?`
    throw new KitError(`unknown operation ${inspect(operation)}; ${hint}`)
  }
  if (typeof user !== "string")
    throw new KitError(`${operation}: expected user to be an e-mail address or a u_id, received ${inspect(user)}`)
}

import { dumpFixture, findUserByReference, nearest, shown, type World } from "../../../src/inside.ts"
import { table } from "../../api/contract/table.ts"
import { runOperation } from "../../pipeline/pipeline.ts"
import { KitError } from "./failures.ts"
import { bytesOf, readBody } from "./file-contents.ts"
import type { KitRequest, Target, TargetSource } from "../../kit/targets.ts"

const JSON_HEADERS = new Headers({ "content-type": "application/json" })

/**
 * Forks of the world as it is now, whatever becomes of it. Their clocks stand still: how long a sequence takes must not decide what
 * is due in it.
 */
export function worldTargets(world: World): TargetSource {
  const base = world.fork()
  const isStill = base.state.scalars.clock.mode === "frozen"
  const frozen = isStill ? Promise.resolve() : base.clock.setMode("frozen")
  return {
    kind: "world",
    async open() {
      await frozen
      return worldTarget(base.fork())
    },
  }
}

/** A form as it arrives. */
const formOf = ({ form = {}, file }: KitRequest) => ({
  fields: form,
  files:
    file === undefined
      ? []
      : [{ name: "file", filename: file.name, contentType: "application/octet-stream", bytes: bytesOf(file) }],
})

/**
 * A world as a target: requests run in process through the same pipeline as over HTTP, without a socket and without tokens.
 */
export function worldTarget(world: World): Target {
  const beginning = world.snapshot()
  return {
    kind: "world",
    async call(request: KitRequest) {
      requireRequest(request)
      const user = findUserByReference(world.view(), request.user)
      if (user === undefined) throw new Error(`no user ${request.user} in the world`)
      const sent =
        request.body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(request.body))
      const { reply, bug } = await runOperation(world, {
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
      const idsOf = (dId: string): string[] => {
        const ids: string[] = []
        view.table(`items:${dId}`).forEach(({ iId }) => void ids.push(iId))
        return ids
      }
      return Object.fromEntries(dIds.map((dId) => [dId, idsOf(dId)]))
    },
    export: async () => dumpFixture(world),
    reset: () => world.restore(beginning),
    async close() {},
    world,
  }
}

/** A request of a rule is written by hand, often without a compiler. */
function requireRequest(request: KitRequest): void {
  if (typeof request !== "object" || request === null) {
    throw new KitError(`a target is called with { operation, user, params, body }, not ${shown(request)}`)
  }
  const { operation, user } = request
  if (!Object.hasOwn(table, operation)) {
    const meant = nearest(String(operation), Object.keys(table))
    throw new KitError(
      `no operation ${shown(operation)}; ${meant === undefined ? "expected a name such as createItem" : `did you mean ${meant}?`}`,
    )
  }
  if (typeof user !== "string")
    throw new KitError(`${operation}: user is an e-mail address or a u_id, not ${shown(user)}`)
}

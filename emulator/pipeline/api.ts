import { type Context, Hono } from "hono"
import { basePath } from "hono/route"
import { Disconnect, OutcomeUnknown, takeFault, type World } from "../../src/inside.ts"
import { type OperationName, operationOf } from "../api/contract/table.ts"
import type { AppEnv } from "../http/app-env.ts"
import { readBytes } from "../api/http/body.ts"
import type { Hosts } from "../api/http/hosts.ts"
import { MAX_JSON_BYTES } from "../api/http/limits.ts"
import { missed } from "../api/http/not-found.ts"
import { readForm } from "../api/http/multipart.ts"
import { matchOperation } from "../http/operation-routes.ts"
import { answerRoom } from "../wire/answer-room.ts"
import type { Reply } from "../wire/reply.ts"
import { keptPath, RequestEntry } from "../worlds/request-entry.ts"
import { actsAs, askingOf, isRead, lookIn } from "./looking.ts"
import { runOperation } from "./pipeline.ts"
import { readRefused } from "../api/pipeline/refused-body.ts"
import { runWithFault } from "../api/pipeline/run-with-fault.ts"

export interface ApiParts {
  readonly hosts: Hosts
  readonly answer: (context: Context<AppEnv>, reply: Reply) => Response
  /** Refuses members of bodies that an operation does not know. */
  readonly strict: boolean
  readonly onBug: ((error: unknown, operation: string) => void) | undefined
}

/** Where the API is below the base URL of a world. */
export const API = "/api/v0"

/**
 * Everything below /api/v0 of the world that was chosen. The routes are those of the contract table, in one router for all apps of a
 * process: an app of its own for each test is made in no time. The log of the world has every request, those that lead nowhere among
 * them.
 */
export const makeApi = (parts: ApiParts): Hono<AppEnv> =>
  new Hono<AppEnv>().all("*", (context) => lookUp(parts, context))

function lookUp(parts: ApiParts, context: Context<AppEnv>): Response | Promise<Response> {
  const { method, path } = context.req
  const inApi = path.slice(basePath(context).length)
  const match = matchOperation(method === "HEAD" ? "GET" : method, inApi)
  if (match.operation !== undefined) return run(parts, context, match.operation, match.params)
  const { via, isLooking } = askingOf(context, parts.hosts)
  const reply = missed(match, method, API + inApi)
  if (!isLooking || method !== "GET") beginEntry(context, null, via).answered(reply, null)
  return parts.answer(context, reply)
}

function beginEntry(context: Context<AppEnv>, operation: string | null, via: "dashboard" | undefined): RequestEntry {
  const { log, world } = context.get("named")
  const { method, url } = context.req
  const { path, isPathCut } = keptPath(url.slice(url.indexOf(API)).replace(/\??(?:#.*)?$/s, ""))
  return new RequestEntry(log, world.now, {
    method,
    path,
    isPathCut,
    operation,
    token: context.req.header("authorization") ?? null,
    via,
  })
}

async function run(
  parts: ApiParts,
  context: Context<AppEnv>,
  name: OperationName,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const operation = operationOf(name)
  const { world, answers } = context.get("named")
  const asking = askingOf(context, parts.hosts)
  const entry = beginEntry(context, operation, asking.via)
  let isBodyRead = false
  const performIn = (seen: World) =>
    runOperation(seen, {
      operation: name,
      params,
      query: () => context.req.query(),
      headers: context.req.raw.headers,
      ...actsAs(name, asking),
      isStrict: parts.strict,
      behalf: entry,
      place: { room: answerRoom, gone: () => context.req.raw.signal },
      memo: entry.input.isPathCut ? undefined : { answers, target: entry.input.path },
      body: async () => {
        isBodyRead = true
        const bytes = await readBytes(context, MAX_JSON_BYTES)
        entry.receivedBody(bytes)
        return bytes
      },
      form: async () => {
        isBodyRead = true
        const form = await readForm(context)
        entry.receivedForm(form)
        return form
      },
    })
  if (asking.isLooking && isRead(name)) {
    const { reply, bug } = await lookIn(name, world, performIn)
    if (bug !== undefined) parts.onBug?.(bug, operation)
    return parts.answer(context, reply)
  }
  const perform = () => performIn(world)
  const hasFaults = (world.state.tables.get("faults")?.size ?? 0) > 0
  const fault = hasFaults ? await takeFault(world, operation, entry) : undefined
  const performed = fault === undefined ? perform() : runWithFault(fault, world, name, perform)
  const outcome = await performed.catch((error: unknown) => {
    if (error instanceof Disconnect || error instanceof OutcomeUnknown) entry.cut()
    throw error
  })
  if (outcome.bug !== undefined) parts.onBug?.(outcome.bug, operation)
  if (outcome.reply.status >= 400 && !isBodyRead) await readRefused(context, entry)
  entry.answered(outcome.reply, outcome.uId)
  return parts.answer(context, outcome.reply)
}

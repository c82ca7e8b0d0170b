import { type Context, Hono, type MiddlewareHandler } from "hono"
import { basePath } from "hono/route"
import { takeFault } from "../../src/index.ts"
import { type OperationName, operationOf } from "../contract/table.ts"
import { RequestEntry } from "../control/request-log.ts"
import { Disconnect, runWithFault } from "../control/run-with-fault.ts"
import type { AppEnv } from "./app-env.ts"
import { readBytes } from "./body.ts"
import { MAX_JSON_BYTES } from "./limits.ts"
import { misses } from "./misses.ts"
import { readForm } from "./multipart.ts"
import { operationRoutes } from "./operation-routes.ts"
import { runOperation } from "./pipeline.ts"
import type { Reply } from "./reply.ts"
import { searchOf } from "./request-input.ts"

export interface ApiParts {
  readonly answer: (context: Context<AppEnv>, reply: Reply) => Response
  readonly onBug: ((error: unknown, operation: string) => void) | undefined
}

/** Where the API is below the base URL of a world. */
export const API = "/api/v0"

/** Everything below /api/v0 of the world that was chosen. Its log has every request, those that lead nowhere among them. */
export function makeApi(parts: ApiParts): Hono<AppEnv> {
  const api = new Hono<AppEnv>()
  for (const { method, path, operation } of operationRoutes()) {
    api.on(method, path, (context) => run(parts, context, operation))
  }
  const refuse = (context: Context<AppEnv>, reply: Reply): Response => {
    context.set("refusal", reply)
    return parts.answer(context, reply)
  }
  return api.use("*", logMiss, ...misses(api, refuse))
}

const logMiss: MiddlewareHandler<AppEnv> = async (context, next) => {
  const entry = beginEntry(context, null)
  await next()
  entry.answered(context.get("refusal"), null)
}

function beginEntry(context: Context<AppEnv>, operation: string | null): RequestEntry {
  const { log, world } = context.get("named")
  const { method, path, url } = context.req
  return new RequestEntry(log, world.now, {
    method,
    path: API + path.slice(basePath(context).length) + searchOf(url),
    operation,
    token: context.req.header("authorization") ?? null,
  })
}

async function run(parts: ApiParts, context: Context<AppEnv>, name: OperationName): Promise<Response> {
  const operation = operationOf(name)
  const { world } = context.get("named")
  const entry = beginEntry(context, operation)
  const perform = () =>
    runOperation(world, {
      operation: name,
      params: context.req.param(),
      search: searchOf(context.req.url),
      headers: context.req.raw.headers,
      behalf: entry,
      body: async () => {
        const bytes = await readBytes(context, MAX_JSON_BYTES)
        entry.receivedBody(bytes)
        return bytes
      },
      form: async () => {
        const form = await readForm(context)
        entry.receivedForm(form)
        return form
      },
    })
  const hasFaults = (world.state.tables.get("faults")?.size ?? 0) > 0
  const fault = hasFaults ? await takeFault(world, operation, entry) : undefined
  const outcome =
    fault === undefined
      ? await perform()
      : await runWithFault(fault, world, name, perform).catch((error: unknown) => {
          if (error instanceof Disconnect) entry.cut()
          throw error
        })
  if (outcome.bug !== undefined) parts.onBug?.(outcome.bug, operation)
  entry.answered(outcome.reply, outcome.uId)
  return parts.answer(context, outcome.reply)
}

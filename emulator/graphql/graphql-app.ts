import { type Context, Hono } from "hono"
import { Disconnect, OutcomeUnknown } from "../../src/engine/index.ts"
import { DomainError, LazyModule } from "../../src/model/index.ts"
import {
  type AppEnv,
  type Hosts,
  isJson,
  jsonOf,
  logOf,
  MAX_JSON_BYTES,
  markDryRun,
  type Observer,
  observerOf,
  outcomeHeaders,
  presentError,
  readBytes,
} from "../api/index.ts"
import { answerRoom, jsonReply, Reply, withHeaders } from "../wire/index.ts"
import { cutPath, RequestEntry } from "../worlds/index.ts"
import type { GatewayOutcome, GatewayParts } from "./gateway.ts"

export interface GraphqlParts {
  readonly hosts: Hosts
  readonly answer: (context: Context<AppEnv>, reply: Reply) => Response
  readonly strict: boolean
  readonly onBug: ((error: unknown, operation: string) => void) | undefined
}

/** Path of the GraphQL endpoint below a world's base URL. */
export const GRAPHQL = "/graphql"

/** Creates the Hono app of the GraphQL endpoint of the selected world (graphql.md section 1). */
export function makeGraphql(parts: GraphqlParts): Hono<AppEnv> {
  const gateway = new LazyModule(async () => (await import("./gateway.ts")).loadGateway())
  return new Hono<AppEnv>().all("/", (context) => serve(parts, gateway, context))
}

type Gateway = LazyModule<(parts: GatewayParts) => Promise<GatewayOutcome>>

async function serve(parts: GraphqlParts, gateway: Gateway, context: Context<AppEnv>): Promise<Response> {
  const { req } = context
  if (req.method === "POST") return run(parts, gateway, context)
  const isPage = (req.method === "GET" || req.method === "HEAD") && req.header("accept")?.includes("text/html") === true
  if (isPage) return parts.answer(context, (await import("./page.ts")).graphqlPage(req.url))
  const reply = withHeaders(refusalReply(405, "expected POST"), { allow: "POST, OPTIONS" })
  if (req.method !== "GET" && req.method !== "HEAD")
    beginEntry(context, observerOf(context, parts)).answered(reply, null)
  return parts.answer(context, reply)
}

const refusalReply = (status: number, message: string): Reply =>
  jsonReply(status, { errors: [{ message, extensions: { code: "BAD_REQUEST", status } }] })

function beginEntry(context: Context<AppEnv>, { via }: Observer): RequestEntry {
  const named = context.get("named")
  const { method, url, raw } = context.req
  const target = url.slice(url.indexOf(GRAPHQL)).replace(/#.*$/s, "")
  const token = raw.headers.get("authorization")
  return new RequestEntry(logOf(named, raw.headers), named.world.now, {
    method,
    ...cutPath(target),
    operation: null,
    token,
    headers: outcomeHeaders(raw, null),
    via,
  })
}

async function run(parts: GraphqlParts, gateway: Gateway, context: Context<AppEnv>): Promise<Response> {
  const { req, env } = context
  const { world } = context.get("named")
  const observer = observerOf(context, parts)
  const entry = beginEntry(context, observer)
  let outcome: GatewayOutcome
  try {
    const body = await readBody(context, entry)
    if (body instanceof Reply) outcome = { reply: body, uId: null }
    else {
      const answerGraphql = await gateway.load()
      const place = { room: answerRoom, gone: () => req.raw.signal, outgoing: env?.outgoing }
      const { headers } = req.raw
      outcome = await answerGraphql({ world, headers, observer, entry, place, isStrict: parts.strict, ...body })
    }
  } catch (error) {
    if (error instanceof Disconnect || error instanceof OutcomeUnknown) entry.cut()
    throw error
  }
  if (outcome.bug !== undefined) parts.onBug?.(outcome.bug, entry.input.operation ?? GRAPHQL)
  if (outcome.isUntraced !== true) entry.answered(outcome.reply, outcome.uId)
  return parts.answer(context, markDryRun(outcome.reply, entry))
}

/** Reads the JSON body. Returns an error response if the body is malformed, too large, or of another content type. */
async function readBody(
  context: Context<AppEnv>,
  entry: RequestEntry,
): Promise<Pick<GatewayParts, "bytes" | "json"> | Reply> {
  const contentType = context.req.header("content-type") ?? null
  if (!isJson(contentType)) {
    return refusalReply(415, `expected the content type application/json, received ${contentType ?? "none"}`)
  }
  try {
    const bytes = await readBytes(context, MAX_JSON_BYTES)
    entry.receivedBody(bytes)
    // The gateway shows the body again unless it may contain a password where the log does not expect one.
    entry.hideContent()
    return { bytes, json: jsonOf(bytes, contentType) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refusalReply(presentError(error, null).status, error.text)
  }
}

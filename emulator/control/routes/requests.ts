import * as z from "zod"
import type { Patch, View } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { answerOf, objectOf } from "../../api/index.ts"
import { longTextReply } from "../../wire/index.ts"
import { type NamedWorld, nameUser, RequestEntry } from "../../worlds/index.ts"
import { answerInTurn } from "../control-env.ts"
import { listing } from "../paged-list.ts"
import { harPieces } from "../presenters/har.ts"
import { presentRequest, presentRequestDetails } from "../presenters/requests.ts"
import { requireEntry } from "../require-entry.ts"
import { route } from "../route.ts"
import { wholeNumber } from "../shapes/query.ts"
import { requestDetailsShape, requestShape, type WireRequest } from "../shapes/requests.ts"
import { whicheverFirst } from "../streams/whichever-first.ts"
import { requestsWithText } from "../texts/requests-with-text.ts"

const filter = objectOf(() => ({
  operation: z.string().optional().describe("Only requests of this operation, for example GetItemDetails"),
  status: wholeNumber().describe("Only requests with this response status"),
  since: wholeNumber().describe("ID of a request. The list contains only later requests"),
  outcome: z
    .enum(["ok", "refused", "failed"])
    .optional()
    .describe(
      "Outcome of the requests. ok: status below 400 · refused: status 400 to 499 · failed: status from 500, or connection cut",
    ),
  user: z.string().optional().describe("Only requests of this user, by e-mail or e-mail#user_code"),
  record: z.string().optional().describe("Only requests that changed the record with this ID"),
  text: z
    .string()
    .optional()
    .describe("Only requests with this text in their path, user, bodies or effects, ignoring case and width"),
  bodies: z.literal("0").optional().describe("0 omits the bodies of requests and responses"),
  trace: z.string().optional().describe("Only requests of this trace"),
  origin: z
    .enum(["request", "script", "clock", "any"])
    .optional()
    .describe(
      "Origin of the requests. request: requests of clients (default) · script: requests of scripts · clock: due work",
    ),
}))

type Filter = z.output<ReturnType<typeof filter>>

export const requestRoutes = [
  route(
    "GET /worlds/:w/requests",
    {
      name: "listRequests",
      summary: "List requests to the world's API; the first page contains the latest",
      anchor: "requests",
      hasNames: true,
      query: filter,
      answer: answerOf(() => ({
        requests: z.array(requestShape()).describe("Requests in the order of their responses"),
      })),
      isList: true,
    },
    async ({ named, view, query, context }) => {
      const entries = await fittingEntries(named, view, query, context.req.raw.signal)
      return listing("requests", entries, (entry) => presentWithin(view(), entry, query.bodies), "latest")
    },
  ),
  route(
    "GET /worlds/:w/requests.har",
    {
      name: "exportRequests",
      summary: "Write requests of the log as a HAR 1.2 file, without secrets",
      anchor: "har",
      query: filter,
      answer: { contentType: "application/json", description: "A HAR 1.2 file" },
    },
    async ({ named, view, query, context }) => {
      const entries = await fittingEntries(named, view, query, context.req.raw.signal)
      return answerInTurn(context, () => longTextReply(() => harPieces(named.world, entries)))
    },
  ),
  route(
    "GET /worlds/:w/requests/:id",
    {
      name: "getRequest",
      summary: "Get a request with its changed records and the entries that it caused",
      anchor: "request",
      hasNames: true,
      params: { id: "Number of the log entry" },
      answer: requestDetailsShape,
    },
    ({ named, view, params }) => {
      const entry = requireEntry(named.log, params.id)
      return presentRequestDetails(named.world, view(), entry, named.log.allEntries())
    },
  ),
] as const

async function fittingEntries({ log, world }: NamedWorld, view: () => View, query: Filter, gone: AbortSignal) {
  const isAny = query.origin !== undefined || query.trace !== undefined
  const fitting = (isAny ? log.allEntries() : log.entries()).filter((entry) => fits(world, entry, query))
  return query.text === undefined
    ? fitting
    : await requestsWithText(view, fitting, query.text, whicheverFirst([log.closed, gone]))
}

function presentWithin(view: View, entry: RequestEntry, bodies: "0" | undefined): WireRequest {
  const request = presentRequest(view, entry)
  return bodies === "0" ? { ...request, request: null, response: null } : request
}

function fits(world: World, entry: RequestEntry, wanted: Filter): boolean {
  const { since = 0, operation, status, outcome, user, record, trace, origin } = wanted
  return (
    entry.id > since &&
    (operation === undefined || entry.input.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (trace === undefined || (entry.trace !== 0 && String(entry.trace) === trace)) &&
    (origin === undefined || origin === "any" || originOf(entry) === origin) &&
    (user === undefined || (entry.uId !== null && isNamed(world, entry.uId, user))) &&
    (record === undefined || hasChanged(entry, record))
  )
}

/** Whether the request changed a record. A dry run changes nothing. */
const hasChanged = ({ isDryRun, changes }: RequestEntry, record: string): boolean =>
  !isDryRun && changes.some(({ patches }) => patches.some((patch) => isOf(patch, record)))

function originOf({ cause }: RequestEntry): NonNullable<Filter["origin"]> {
  if (cause === null) return "request"
  return cause instanceof RequestEntry ? "script" : "clock"
}

const isNamed = (world: World, uId: string, reference: string): boolean =>
  uId === reference || nameUser(world.view(), uId).toLowerCase() === reference.toLowerCase()

const isOf = ({ table, id }: Patch, record: string): boolean => id === record && table !== "tokens"

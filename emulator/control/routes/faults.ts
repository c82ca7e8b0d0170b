import * as z from "zod"
import { type FaultPlan, headerMistake, MAX_HEADERS, planFault } from "../../../src/engine/index.ts"
import { byOrdinal, defined, invalidParams, nearest, targetNotFound } from "../../../src/model/index.ts"
import { type Fault, STORE_FAILURES, TASK_FAILURES } from "../../../src/model/records/index.ts"
import { answer, answerOf, lazy, operationOf, rows } from "../../api/index.ts"
import { ROOT_NAMES } from "../../graphql/index.ts"
import type { NamedWorld } from "../../worlds/index.ts"
import { listing, type PagedList } from "../paged-list.ts"
import { presentFault } from "../presenters/faults.ts"
import { route } from "../route.ts"

/** Maximum delay of a response. A longer delay would exceed every client's timeout. */
const MAX_DELAY_MS = 600_000

/** Longest interval of a rate limit: one day. */
const MAX_PER_MS = 86_400_000

/** Operations that create tasks (api.md section 14, "GetTasks"). */
const TASK_OPERATIONS = ["SaveTemplate", "UploadTemplate", "ImportItems"]

const effects = () => ({
  delay_ms: z
    .number()
    .min(0)
    .max(MAX_DELAY_MS)
    .optional()
    .describe("Delay in milliseconds of real time; without other properties, the operation runs after the delay"),
  status: z.number().int().min(200).max(599).optional().describe("Status of the faulty response"),
  body: z.unknown().optional().describe("Body of the faulty response. Default: an error with the code SYSTEM_ERROR"),
  disconnect: z.boolean().optional().describe("Cuts the connection without running the operation"),
  store_failure: z
    .enum(STORE_FAILURES)
    .optional()
    .describe("Makes the store fail while it writes the operation's last record"),
  task: z
    .enum(TASK_FAILURES)
    .optional()
    .describe(
      "Status with which a task of SaveTemplate, UploadTemplate or ImportItems ends; not allowed with other properties",
    ),
})

const times = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const text = (most: number) => z.string().min(1).max(most)

const more = () => ({
  headers: z
    .record(z.string(), z.string())
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `expected at most ${MAX_HEADERS} headers`)
    .superRefine((headers, context) => {
      for (const [name, value] of Object.entries(headers)) {
        const message = headerMistake(name, value)
        if (message !== undefined) context.addIssue({ code: "custom", path: [name], message })
      }
    })
    .optional()
    .describe("Headers of the response, such as Retry-After; without other properties, the operation runs"),
  jitter_ms: z
    .number()
    .min(0)
    .max(MAX_DELAY_MS)
    .optional()
    .describe("Maximum of a random delay, which is added to delay_ms, in milliseconds of real time"),
  rate_limit: z
    .strictObject({
      requests: times().describe("Number of matching requests allowed per interval"),
      per_ms: z
        .number()
        .int()
        .min(1)
        .max(MAX_PER_MS)
        .describe("Length of the interval in milliseconds of the world's clock, at most a day"),
      by_user: z.boolean().optional().describe("Whether each user has a limit of their own. Default: false"),
    })
    .optional()
    .describe("Affects requests beyond the limit, with Retry-After and, without other effects, status 429"),
})

const conditions = () => ({
  match: z
    .strictObject({
      user: text(1000).optional().describe("The caller: e-mail address, e-mail#user_code or u_id"),
      path: text(2000)
        .optional()
        .describe("Path below the base_url, without the query, such as /api/v0/applications/SHOP/*; * is any text"),
      query: z.record(z.string(), z.string()).optional().describe("Query parameters and their values"),
      body: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Members of the JSON body or form and their values, at any depth"),
    })
    .optional()
    .describe("Conditions that the request must meet, besides the operation"),
  nth: times().optional().describe("Number of the first matching request that the fault affects. Default: 1"),
  probability: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Probability with which the fault affects a matching request, drawn from the world's seed. Default: 1"),
})

const plan = lazy(() =>
  z
    .strictObject({
      operation: z
        .string()
        .describe(
          'Name of the operation, for example UpdateItem or updateItem, or of a GraphQL root; "*" for any operation',
        ),
      times: times()
        .optional()
        .describe("Number of requests to which the fault applies. Default: 1; with rate_limit, any number"),
      ...effects(),
      ...more(),
      ...conditions(),
    })
    .refine(
      ({ operation: _, times: __, match: _match, nth: _nth, probability: _probability, ...does }) =>
        Object.values(does).some((value) => value !== undefined && value !== false),
      "a fault needs at least one of delay_ms, status, body, disconnect, store_failure, task, headers, jitter_ms and rate_limit",
    )
    .refine(
      ({ operation, times: _, task, ...does }) =>
        task === undefined ||
        ((operation === "*" || TASK_OPERATIONS.includes(inApiSpelling(operation))) &&
          Object.values(does).every((value) => value === undefined || value === false)),
      `task must be the only property, and the operation must be one of ${TASK_OPERATIONS.join(", ")}`,
    ),
)

const faultList = answerOf(() => ({
  faults: z
    .array(
      answer({
        id: z.string().describe("ID of the fault"),
        operation: z.string().describe('Name of the operation, for example UpdateItem; "*" for any operation'),
        times: times().describe("Number of requests to which the fault applies in all"),
        left: z.number().int().min(0).describe("Number of requests to which the fault still applies"),
        ...effects(),
        ...more(),
        ...conditions(),
      }).meta({ id: "Fault" }),
    )
    .describe("Faults, oldest first, with at most the latest 100 used faults"),
}))

const listFaults = ({ world }: NamedWorld): PagedList<z.output<ReturnType<typeof faultList>>> =>
  listing("faults", world.view().all("faults").sort(byOrdinal), (fault: Fault) => presentFault(fault))

export const faultRoutes = [
  route(
    "GET /worlds/:w/faults",
    {
      name: "listFaults",
      summary: "List planned faults, including used faults",
      anchor: "faults",
      answer: faultList,
      isList: true,
    },
    ({ named }) => listFaults(named),
  ),
  route(
    "POST /worlds/:w/faults",
    {
      name: "planFault",
      summary: "Make the next calls of an operation fail or wait",
      anchor: "fault",
      body: plan,
      answer: faultList,
      isList: true,
    },
    async ({ named, body: given }) => {
      const { operation, times, delay_ms, status, body, disconnect, store_failure, task } = given
      const { match, nth, probability, headers, jitter_ms, rate_limit } = given
      const planned: FaultPlan = {
        operation: requireOperation(operation),
        times: times ?? (rate_limit === undefined ? 1 : Number.MAX_SAFE_INTEGER),
        delayMs: delay_ms ?? null,
        status: status ?? null,
        body,
        disconnect: disconnect ?? false,
        storeFailure: store_failure ?? null,
        ...defined({ task, nth, probability, headers, jitterMs: jitter_ms }),
        ...(match === undefined ? {} : { match: defined(match) }),
        ...(rate_limit === undefined ? {} : { rateLimit: rateLimitOf(rate_limit) }),
      }
      await planFault(named.world, planned)
      return listFaults(named)
    },
  ),
  route(
    "DELETE /worlds/:w/faults",
    {
      name: "deleteFaults",
      summary: "Delete all faults",
      anchor: "faults",
      answer: faultList,
      isList: true,
    },
    async ({ named }) => {
      await named.world.commit("DeleteFaults", null, (tx) => {
        for (const { id } of tx.all("faults")) tx.remove("faults", id)
      })
      return listFaults(named)
    },
  ),
  route(
    "DELETE /worlds/:w/faults/:id",
    {
      name: "deleteFault",
      summary: "Delete a fault",
      anchor: "faults",
      params: { id: "ID of the fault" },
      answer: faultList,
      isList: true,
    },
    async ({ named, params: { id } }) => {
      await named.world.commit("DeleteFault", null, (tx) => {
        if (!tx.remove("faults", id)) throw targetNotFound(`the world has no fault ${JSON.stringify(id)}`)
      })
      return listFaults(named)
    },
  ),
] as const

const rateLimitOf = (limit: {
  readonly requests: number
  readonly per_ms: number
  readonly by_user?: boolean | undefined
}) => ({ requests: limit.requests, perMs: limit.per_ms, byUser: limit.by_user ?? false })

const inApiSpelling = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Returns an operation's name in the API's spelling, or a GraphQL root's name; `*` stands for any operation. Throws for an unknown operation. */
function requireOperation(name: string): string {
  const names: string[] = rows.map(([name]) => operationOf(name))
  const spelled = inApiSpelling(name)
  if (name === "*" || names.includes(spelled)) return spelled
  const roots: readonly string[] = ROOT_NAMES
  if (roots.includes(name)) return name
  const guess = nearest(name, [...names, ...roots])
  throw invalidParams(`no operation ${JSON.stringify(name)}${guess === undefined ? "" : `; did you mean ${guess}?`}`)
}

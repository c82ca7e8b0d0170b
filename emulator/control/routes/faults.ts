import * as z from "zod"
import { type FaultPlan, planFault } from "../../../src/engine/index.ts"
import { byOrdinal, defined, invalidParams, nearest, targetNotFound } from "../../../src/model/index.ts"
import type { Fault } from "../../../src/model/records/index.ts"
import { answer, lazy, operationOf, rows } from "../../api/index.ts"
import { ROOT_NAMES } from "../../graphql/index.ts"
import type { NamedWorld } from "../../worlds/index.ts"
import { listing, type PagedList } from "../paged-list.ts"
import { presentFault } from "../presenters/faults.ts"
import { route } from "../route.ts"

/** Maximum delay of a response. A longer delay would exceed every client's timeout. */
const MAX_DELAY_MS = 600_000

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
    .enum(["rolled_back", "rollback_failed"])
    .optional()
    .describe("Makes the store fail while it writes the operation's last record"),
  task: z
    .enum(["ERROR", "DEAD"])
    .optional()
    .describe(
      "Status with which a task of SaveTemplate, UploadTemplate or ImportItems ends; not allowed with other properties",
    ),
})

const times = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const plan = lazy(() =>
  z
    .strictObject({
      operation: z
        .string()
        .describe(
          'Name of the operation, for example UpdateItem or updateItem, or of a GraphQL root; "*" for any operation',
        ),
      times: times().optional().describe("Number of requests to which the fault applies. Default: 1"),
      ...effects(),
    })
    .refine(
      ({ operation: _, times: __, ...does }) =>
        Object.values(does).some((value) => value !== undefined && value !== false),
      "a fault needs at least one of delay_ms, status, body, disconnect, store_failure and task",
    )
    .refine(
      ({ operation, times: _, task, ...does }) =>
        task === undefined ||
        ((operation === "*" || TASK_OPERATIONS.includes(inApiSpelling(operation))) &&
          Object.values(does).every((value) => value === undefined || value === false)),
      `task must be the only property, and the operation must be one of ${TASK_OPERATIONS.join(", ")}`,
    ),
)

const faultList = lazy(() =>
  answer({
    faults: z
      .array(
        answer({
          id: z.string().describe("ID of the fault"),
          operation: z.string().describe('Name of the operation, for example UpdateItem; "*" for any operation'),
          times: times().describe("Number of requests to which the fault applies in all"),
          left: z.number().int().min(0).describe("Number of requests to which the fault still applies"),
          ...effects(),
        }).meta({ id: "Fault" }),
      )
      .describe("Faults, oldest first, with at most the latest 100 used faults"),
  }),
)

const listFaults = ({ world }: NamedWorld): PagedList<z.output<ReturnType<typeof faultList>>> =>
  listing("faults", world.view().table("faults").toArray().sort(byOrdinal), (fault: Fault) => presentFault(fault))

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
    async ({ named, body: { operation, times, delay_ms, status, body, disconnect, store_failure, task } }) => {
      const planned: FaultPlan = {
        operation: requireOperation(operation),
        times: times ?? 1,
        delayMs: delay_ms ?? null,
        status: status ?? null,
        body,
        disconnect: disconnect ?? false,
        storeFailure: store_failure ?? null,
        ...defined({ task }),
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
        for (const { id } of tx.table("faults").toArray()) tx.remove("faults", id)
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

import * as z from "zod"
import { byOrdinal, type Fault, type FaultPlan, invalidParams, planFault, targetNotFound } from "../../../src/inside.ts"
import { answer, lazy } from "../../contract/shapes.ts"
import { operationOf, rows } from "../../api/contract/table.ts"
import { nearest } from "../../http/nearest.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"
import { listing, type PagedList } from "../paged-list.ts"
import { presentFault } from "../presenters/faults.ts"
import { route } from "../route.ts"

/** The longest delay; longer ones would outlive every client. */
const MAX_DELAY_MS = 600_000

/** Operations that leave tasks (api.md section 14, "GetTasks"). */
const TASK_OPERATIONS = ["SaveTemplate", "UploadTemplate", "ImportItems"]

const doings = () => ({
  delay_ms: z
    .number()
    .min(0)
    .max(MAX_DELAY_MS)
    .optional()
    .describe("Milliseconds of real time before the answer; alone, the operation runs after them"),
  status: z.number().int().min(200).max(599).optional().describe("The status to answer with"),
  body: z.unknown().optional().describe("The body to answer with; without one, SYSTEM_ERROR"),
  disconnect: z.boolean().optional().describe("Nothing runs, the connection is cut"),
  store_failure: z
    .enum(["rolled_back", "rollback_failed"])
    .optional()
    .describe("The store fails while the last record is written"),
  task: z
    .enum(["ERROR", "DEAD"])
    .optional()
    .describe("Alone: the task of a SaveTemplate, UploadTemplate or ImportItems ends so"),
})

const times = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const plan = lazy(() =>
  z
    .strictObject({
      operation: z.string().describe('Name of the operation, UpdateItem or updateItem; "*" is any'),
      times: times().optional().describe("How often it is used; once when absent"),
      ...doings(),
    })
    .refine(
      ({ operation: _, times: __, ...does }) =>
        Object.values(does).some((value) => value !== undefined && value !== false),
      "a fault needs at least one of delay_ms, status, body, disconnect, store_failure, task",
    )
    .refine(
      ({ operation, times: _, task, ...does }) =>
        task === undefined ||
        ((operation === "*" || TASK_OPERATIONS.includes(inApiSpelling(operation))) &&
          Object.values(does).every((value) => value === undefined || value === false)),
      `task stands alone, and only ${TASK_OPERATIONS.join(", ")} leave tasks`,
    ),
)

const faultList = lazy(() =>
  answer({
    faults: z
      .array(
        answer({
          id: z.string().describe("ID of the fault"),
          operation: z.string().describe('The operation it is for, as UpdateItem; "*" is any'),
          times: times().describe("How often it is used in all"),
          left: z.number().int().min(0).describe("How often it will still be used"),
          ...doings(),
        }).meta({ id: "Fault" }),
      )
      .describe("Oldest first; of used up ones the latest 100"),
  }),
)

const listFaults = ({ world }: NamedWorld): PagedList<z.output<ReturnType<typeof faultList>>> =>
  listing("faults", world.view().table("faults").toArray().sort(byOrdinal), (fault: Fault) => presentFault(fault))

/** Planned failures of operations (control.md section 3, "faults"). */
export const faultRoutes = [
  route(
    "GET /worlds/:w/faults",
    {
      name: "listFaults",
      summary: "Planned faults, used up ones too",
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
      summary: "Let the next calls of an operation fail, or wait",
      anchor: "fault",
      body: plan,
      answer: faultList,
      isList: true,
    },
    async ({ named, body: { operation, times, delay_ms, status, body, disconnect, store_failure, task } }) => {
      const wish: FaultPlan = {
        operation: requireOperation(operation),
        times: times ?? 1,
        delayMs: delay_ms ?? null,
        status: status ?? null,
        body,
        disconnect: disconnect ?? false,
        storeFailure: store_failure ?? null,
        ...(task === undefined ? {} : { task }),
      }
      await planFault(named.world, wish)
      return listFaults(named)
    },
  ),
  route(
    "DELETE /worlds/:w/faults",
    {
      name: "deleteFaults",
      summary: "Forget all faults",
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
      summary: "Forget a fault",
      anchor: "faults",
      params: { id: "ID of the fault" },
      answer: faultList,
      isList: true,
    },
    async ({ named, params: { id } }) => {
      await named.world.commit("DeleteFault", null, (tx) => {
        if (!tx.remove("faults", id)) throw targetNotFound(`no fault ${JSON.stringify(id)}`)
      })
      return listFaults(named)
    },
  ),
] as const

const inApiSpelling = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The name of an operation as the API spells it, however it is spelled; `*` is any. */
function requireOperation(name: string): string {
  const names: string[] = rows.map(([name]) => operationOf(name))
  const spelled = inApiSpelling(name)
  if (name === "*" || names.includes(spelled)) return spelled
  const guess = nearest(name, names)
  throw invalidParams(`no operation ${JSON.stringify(name)}${guess === undefined ? "" : `; did you mean ${guess}?`}`)
}

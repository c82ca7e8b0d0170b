import * as z from "zod"
import { answer, integer, lazy } from "../../api/index.ts"
import { route } from "../route.ts"

const replicaShape = lazy(() =>
  answer({
    id: z.string().describe("ID of the start; changes with every start"),
    since: z.string().describe("Time of the start"),
    self: z.boolean().describe("Whether it is the responding server"),
    leads: z.array(z.string()).describe("Names of the worlds that it leads: it runs their background work"),
    version: z.record(z.string(), integer()).describe("Number of seen changes by world name"),
    lag_ms: integer().describe("Delay of its last read of other servers' commits"),
  }),
)

export const replicaRoutes = [
  route(
    "GET /replicas",
    {
      name: "listReplicas",
      summary: "List the servers that share the store, the responding one first",
      anchor: "replicas",
      answer: lazy(() => answer({ replicas: z.array(replicaShape()).describe("The servers") })),
    },
    async ({ context }) => ({ replicas: [...(await context.get("replicas").list())].map(presentReplica) }),
  ),
] as const

const presentReplica = <R extends { readonly leads: readonly string[] }>(replica: R) => ({
  ...replica,
  leads: [...replica.leads],
})

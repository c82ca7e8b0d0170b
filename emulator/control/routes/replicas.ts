import * as z from "zod"
import { answer, integer, lazy } from "../../contract/shapes.ts"
import { route } from "../route.ts"

const replicaShape = lazy(() =>
  answer({
    id: z.string().describe("Different for every start of a server"),
    since: z.string().describe("When it was started"),
    self: z.boolean().describe("Whether it is the one that answers"),
    leads: z.array(z.string()).describe("Names of the worlds in which it does what happens by itself"),
    version: z.record(z.string(), integer()).describe("How many changes it has seen of each world, by name"),
    lag_ms: integer().describe("How long it took, at its last look, to see what others had committed"),
  }),
)

/** The servers that share a store (control.md section 3, "replicas"). */
export const replicaRoutes = [
  route(
    "GET /replicas",
    {
      name: "listReplicas",
      summary: "The servers that share the store, the one that answers first",
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

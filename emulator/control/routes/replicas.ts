import * as z from "zod"
import { answerOf, integer } from "../../api/index.ts"
import { route } from "../route.ts"

const replicaShape = answerOf(() => ({
  id: z.string().describe("ID of the server, which changes with every start"),
  since: z.string().describe("Time at which the server started"),
  self: z.boolean().describe("Whether this server is the one that responds"),
  leads: z.array(z.string()).describe("Names of the worlds whose background work the server runs"),
  version: z.record(z.string(), integer()).describe("Number of changes that the server has seen, by world name"),
  lag_ms: integer().describe("Milliseconds that the server's last read of other servers' changes took"),
}))

export const replicaRoutes = [
  route(
    "GET /replicas",
    {
      name: "listReplicas",
      summary: "List the servers that share the store, the responding one first",
      anchor: "replicas",
      answer: answerOf(() => ({ replicas: z.array(replicaShape()).describe("The servers") })),
    },
    async ({ context }) => ({ replicas: [...(await context.get("replicas").list())].map(presentReplica) }),
  ),
] as const

const presentReplica = <R extends { readonly leads: readonly string[] }>(replica: R) => ({
  ...replica,
  leads: [...replica.leads],
})

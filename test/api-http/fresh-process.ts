import { readFileSync } from "node:fs"
import type { OperationName } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"

/** A request whose example differs by these properties, a GraphQL document, or a fixture to load. */
export type FreshCase =
  | { readonly operation: OperationName; readonly query?: Record<string, string>; readonly body?: object }
  | { readonly graphql: string }
  | { readonly fixture: unknown }

/**
 * Runs cases in a process in which no lazy module is loaded: `node fresh-process.js DEMO CASES`. `DEMO` is the path of the prepared demo.
 * Prints a status for each case.
 */
const [, , demo = "", cases = "[]"] = process.argv
const origin = await createWorld({ prepared: readFileSync(demo, "utf8") })
const statuses: unknown[] = []
for (const one of JSON.parse(cases) as FreshCase[]) statuses.push(await statusOf(one).catch(String))
process.stdout.write(JSON.stringify(statuses))

async function statusOf(one: FreshCase): Promise<unknown> {
  if ("fixture" in one) return (await createWorld({ fixture: one.fixture as never })) && 200
  if ("graphql" in one) return (await graphql(one.graphql)).status
  const world = origin.fork()
  const app = createApp({ world })
  const example = EXAMPLES[one.operation]
  if (example === undefined) throw new Error(`${one.operation} has no example`)
  const { token = BEN, query, body, ...sent } = await example({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  const { status } = await apiClient(app, token)[one.operation]({
    ...sent,
    ...((query || one.query) && { query: { ...query, ...one.query } }),
    ...((body || one.body) && { body: { ...(body as object), ...one.body } }),
  })
  app.close()
  return status
}

async function graphql(query: string): Promise<Response> {
  return createApp({ world: origin.fork() }).fetch(
    new Request("http://hexarium/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${BEN}` },
      body: JSON.stringify({ query }),
    }),
  )
}

/** Measures explanations of refused requests (insight.md section 2). */
import { createApp } from "../emulator/index.ts"
import { atMost, type Line, nanosecondsAwaited } from "./measure.ts"
import { dealIds, makeWorld, TOKEN } from "./worlds.ts"

const ITEMS = 10_000
const CALLS_PER_ROUND = 20
const LIMIT_NS = 10e6

/** Measures the explanation of a refused UpdateItem over the control plane, with its ways. */
export async function explainedUpdates(): Promise<Line[]> {
  const app = createApp({ world: await makeWorld(ITEMS) })
  const path = `/api/v0/applications/CRM/datastores/Deals/items/edit/${dealIds(ITEMS)()}`
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" }
  const refusals = {
    "another revision": { rev_no: 99, item: {} },
    "a value of another type": { is_force_update: true, item: { Amount: "many" } },
  }
  const lines: Line[] = []
  for (const [what, body] of Object.entries(refusals)) {
    const refused = await app.fetch(
      new Request(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    )
    const id = app.worlds.main.log.entries().at(-1)?.id
    const explain = async (): Promise<number> => {
      const answer = await app.fetch(`/_hexarium/worlds/main/requests/${id}/explanation`)
      const { ways } = (await answer.json()) as { readonly ways: readonly unknown[] }
      return ways.length
    }
    if (refused.status < 400 || (await explain()) === 0) throw new Error(`${what}: no refusal with a way`)
    const each = await nanosecondsAwaited(CALLS_PER_ROUND, explain)
    lines.push(atMost(`explanation of an UpdateItem that is refused for ${what}, with ways`, each, LIMIT_NS))
  }
  return lines
}

/** Measures what counting a request's coverage takes of its processor time (insight.md section 5). */
import { createApp } from "../emulator/index.ts"
import { Coverage } from "../emulator/insight/index.ts"
import { requireWorlds } from "../emulator/worlds/index.ts"
import { type Line, nanoseconds, nanosecondsAwaited, time } from "./measure.ts"
import { dealIds, makeWorld, TOKEN } from "./worlds.ts"

const ITEMS = 10_000
const ROUND = 500
const MAX_SHARE = 0.05

/** Compares counting a request, for its world and for the server, with the request in process without coverage. */
export async function countedRequests(): Promise<Line[]> {
  const app = createApp({ world: await makeWorld(ITEMS) })
  const { world, log } = requireWorlds(app.worlds).main
  const ids = dealIds(ITEMS)
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" }
  const items = "http://localhost/api/v0/applications/CRM/datastores/Deals/items"
  const requests = {
    GetItemDetails: () => new Request(`${items}/details/${ids()}?use_display_id=true`, { headers }),
    CreateItem: () =>
      new Request(`${items}/new`, { method: "POST", headers, body: JSON.stringify({ item: { Title: "Lamp" } }) }),
  }
  const lines: Line[] = []
  for (const [name, make] of Object.entries(requests)) {
    const request = await nanosecondsAwaited(ROUND, async () => {
      const response = await app.fetch(make())
      await response.text()
      if (response.status !== 200) throw new Error(`${name}: status ${response.status}`)
    })
    const entry = log.entries().at(-1)
    if (entry?.input.operation !== name) throw new Error(`the request log lacks ${name}`)
    const both = [new Coverage(), new Coverage()]
    const { add } = nanoseconds({
      add: () => {
        for (const coverage of both) coverage.add(world, entry)
      },
    })
    lines.push({
      what: `counting the coverage of ${name}, against the request without a socket`,
      measured: time(add),
      baseline: time(request),
      ratio: add / request,
      target: `≤ ${MAX_SHARE} ×`,
      isMet: add / request <= MAX_SHARE,
    })
  }
  return lines
}

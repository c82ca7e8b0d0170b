/** Compares the processor time of counting a request for /metrics with that of a GET request for one item, in process. */
import { createApp } from "../../emulator/index.ts"
import { RequestCounts } from "../../emulator/worlds/index.ts"
import { milliseconds, nanoseconds, nanosecondsAwaited, report, time } from "../measure.ts"
import { dealIds, makeWorld, TOKEN } from "../worlds.ts"

const ITEMS = 10_000
const ROUND = 500
const MAX_SHARE = 0.01

const app = createApp({ world: await makeWorld(ITEMS) })
const ids = dealIds(ITEMS)
const headers = { authorization: `Bearer ${TOKEN}` }

async function getItem(): Promise<void> {
  const path = `/api/v0/applications/CRM/datastores/Deals/items/details/${ids()}?use_display_id=true`
  const response = await app.fetch(new Request(`http://localhost${path}`, { headers }))
  await response.text()
  if (response.status !== 200) throw new Error(`status ${response.status}`)
}

const request = await nanosecondsAwaited(ROUND, getItem)
const [entry] = app.worlds.main.log.entries().slice(-1)
if (entry === undefined) throw new Error("the request log is empty")
const counts = new RequestCounts()
const { add } = nanoseconds({ add: () => counts.add(entry) })
const scrape = await milliseconds(async () => {
  await (await app.fetch("http://localhost/metrics")).text()
})

report([
  {
    what: "counting a request for /metrics, against GetItemDetails without a socket",
    measured: time(add),
    baseline: time(request),
    ratio: add / request,
    target: `≤ ${MAX_SHARE} ×`,
    isMet: add / request <= MAX_SHARE,
  },
  { what: "GET /metrics after requests to one operation", measured: time(scrape * 1e6) },
])

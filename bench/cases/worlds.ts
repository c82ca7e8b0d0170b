/** Measures worlds over HTTP: forks, resets, many worlds at once, and what the request log costs. */
import { startServer } from "../../emulator/node/index.ts"
import { load } from "../load.ts"
import { atMost, type Line, nanosecondsAwaited, report, time } from "../measure.ts"
import { dealIds, makeWorld, TOKEN } from "../worlds.ts"

const lines: Line[] = []
const world = await makeWorld(100_000)
const { url, close } = await startServer({ world, port: 0 })

const control = async (method: string, path: string): Promise<void> => {
  const response = await fetch(`${url}/_hexarium${path}`, { method, headers: { "x-hexarium": "1" } })
  await response.text()
  if (!response.ok) throw new Error(`expected ${method} ${path} to succeed, received status ${response.status}`)
}

// The first digest of a world reads every record; later ones only read what changed.
const began = performance.now()
world.hash()
lines.push({ what: "first digest of a world of 100k items", measured: time((performance.now() - began) * 1e6) })
lines.push(
  atMost(
    "fork of a world of 100k items over HTTP",
    await nanosecondsAwaited(30, () => control("POST", "/worlds")),
    3e6,
  ),
)
lines.push(
  atMost(
    "reset of a world of 100k items over HTTP",
    await nanosecondsAwaited(30, () => control("POST", "/worlds/w1/reset")),
    3e6,
  ),
)
const closingStart = performance.now()
await close()
lines.push(atMost("close", (performance.now() - closingStart) * 1e6, 50e6))

const ids = dealIds(1_000)
const details = () => ({
  method: "GET",
  path: `/api/v0/applications/CRM/datastores/Deals/items/details/${ids()}?use_display_id=true`,
  headers: { authorization: `Bearer ${TOKEN}` },
})
const small = await makeWorld(1_000)
const best = { logged: 0, silent: 0 }
const servers = {
  logged: await startServer({ world: small.fork(), port: 0 }),
  silent: await startServer({ world: small.fork(), port: 0, requestLogSize: 0 }),
}
for (let round = 0; round < 4; round += 1) {
  for (const name of ["logged", "silent"] as const) {
    const { perSecond } = await load(Number(new URL(servers[name].url).port), details, { ms: 1_000 })
    if (round > 0) best[name] = Math.max(best[name], perSecond)
  }
}
for (const server of Object.values(servers)) await server.close()
const share = 1 - best.logged / best.silent
lines.push({
  what: "loss of throughput by the request log",
  measured: `${(share * 100).toFixed(1)} %`,
  target: "≤ 10 %",
  isMet: share <= 0.1,
})

report(lines)
process.exit(0)

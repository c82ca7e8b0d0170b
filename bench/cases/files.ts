/**
 * Counts the project's source files in which one warm request executes a function, which are the files that a reader may have to follow
 * (bench/README.md, "Files of a request"). `FILES=1` lists them.
 */
import { readFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { type Line, report } from "../measure.ts"
import { ADA, makeFixture, PLACE, TOKEN } from "../worlds.ts"

const WARM_UP_ROUNDS = 20
/** The item has a string and a number: each further data type would add a file. */
const LINE = { Product: "Tea", Count: 3 }
const LINES = "/api/v0/applications/CRM/datastores/Lines/items"

/** Finds where each source file begins in the bundle, which names the file in a comment before its code. */
const bundle = readFileSync(process.argv[1] ?? "", "utf8")
const begins = [...bundle.matchAll(/^\/\/ ((?:src|emulator)\/\S+|\S.*\/\S+)$/gm)].map(({ index, 1: file = "" }) => ({
  index,
  file,
}))
const fileAt = (offset: number): string => begins.findLast(({ index }) => index <= offset)?.file ?? ""

const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

async function filesOf(run: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  for (let count = 0; count < WARM_UP_ROUNDS; count += 1) await run()
  await session.post("Profiler.takePreciseCoverage")
  await run()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const own = result.find(({ url }) => url.endsWith(process.argv[1] ?? ""))?.functions ?? []
  const ran = own.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? fileAt(range.startOffset) : []))
  return new Set(ran.filter((file) => /^(?:src|emulator)\//.test(file)))
}

const fixture = makeFixture(100, { hourly: true })
const application = fixture.workspaces[0]?.applications?.[0]
const remind = application?.datastores?.find(({ datastore_id: id }) => id === PLACE.datastore)?.actions?.Remind
if (application === undefined || remind === undefined) throw new Error("the fixture has no hourly auto action")
const [world, inProcess] = [await createWorld({ fixture }), await createWorld({ fixture })]
Object.assign(remind, { notify: ["ADMIN"] })
const remindingWorld = await createWorld({ fixture })
const app = createApp({ world })

async function post(path: string, body: object): Promise<void> {
  const init = { method: "POST", headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" } }
  const { status } = await app.fetch(new Request(`http://a.test${path}`, { ...init, body: JSON.stringify(body) }))
  if (status !== 200) throw new Error(`expected status 200 from ${path}, received ${status}`)
}

async function line(what: string, most: number, run: () => Promise<unknown>): Promise<Line> {
  const files = await filesOf(run)
  if (process.env.FILES !== undefined) process.stderr.write(`${what}\n  ${[...files].sort().join("\n  ")}\n`)
  return { what, measured: `${files.size} files`, target: `≤ ${most} files`, isMet: files.size <= most }
}

const mails = () => remindingWorld.mail.list().length
report([
  await line("CreateItem over HTTP", 55, () => post(`${LINES}/new`, { item: LINE })),
  await line("CreateItem in process", 38, () =>
    inProcess.as(ADA).createItem({ application: "CRM", datastore: "Lines", item: LINE }),
  ),
  await line("ItemList over HTTP, with a condition", 60, () =>
    post(`${LINES}/search`, { conditions: [{ id: "Product", search_value: ["Tea"] }] }),
  ),
  await line("an auto action with a mail", 65, async () => {
    const before = mails()
    await remindingWorld.clock.advance("1h")
    if (mails() === before) throw new Error("no mail was sent")
  }),
])

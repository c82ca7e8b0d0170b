/** Measures what a pre script costs on the caller's thread, as in embedded worlds, and in its own thread, as on a server. */
import { serverScripts } from "../../emulator/adapters/quickjs.ts"
import { quickjsScripts, type Scripts } from "../../src/ports/index.ts"
import { atMost, type Line, nanosecondsAwaited, report, time } from "../measure.ts"
import { ADA, PLACE, scriptWorld } from "../worlds.ts"

const lines: Line[] = []

async function measure(where: string, scripts: Scripts): Promise<void> {
  const ada = (await scriptWorld(scripts)).raw.as(ADA)
  const create = (actionId: string) => () => ada.createItem({ ...PLACE, actionId, item: { Title: "T" } })
  await create("Scripted")()
  const plain = await nanosecondsAwaited(300, create("Plain"))
  const scripted = await nanosecondsAwaited(30, create("Scripted"))
  lines.push({ ...atMost(`a warm pre script ${where}`, scripted - plain, 3e6), baseline: time(plain) })
  scripts.close()
}

await measure("on the caller's thread", quickjsScripts())
await measure("in a thread", serverScripts())

report(lines)

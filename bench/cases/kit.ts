/** A run of the property kit in a world in which every command can run, and in the demo (docs/performance.md, "The property kit"). */
import { check, kinds } from "../../emulator/testing/kit/index.ts"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { createWorld, type World } from "../../src/inside.ts"
import { kitWorld } from "../../test/sample-worlds/kit-world.ts"
import { atMost, type Line, report } from "../measure.ts"

const SEQUENCES = 1_000
const STEPS = 50

async function run(where: string, world: World): Promise<Line> {
  const began = process.hrtime.bigint()
  const { requests, runs } = await check(world, { numRuns: SEQUENCES, maxCommands: STEPS, seed: 1 })
  const ns = Number(process.hrtime.bigint() - began)
  const commands = `${Object.keys(runs).length} of ${Object.keys(kinds).length} commands`
  const what = `${SEQUENCES} sequences of up to ${STEPS} steps in ${where}, ${commands}, ${requests} requests`
  return atMost(what, ns, 30e9)
}

report([
  await run("a world with all", await createWorld({ fixture: kitWorld })),
  await run("the demo", await createWorldFromFiles(["fixtures/demo.yaml"])),
])

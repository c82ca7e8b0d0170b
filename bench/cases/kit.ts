/**
 * Measures a run of the property kit, both in a world in which every command can run and in the demo (bench/README.md, "The property
 * kit").
 */

import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { everyKind } from "../../emulator/testing/kit/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { kitWorld } from "../../test/sample-worlds/kit-world.ts"
import { checkAll, ownKinds } from "../../test/testing/kit/hexarium/index.ts"
import { atMost, type Line, report } from "../measure.ts"

const SEQUENCES = 1_000
const STEPS = 50

async function run(where: string, world: World): Promise<Line> {
  const began = process.hrtime.bigint()
  const { requests, runs } = await checkAll(world, { numRuns: SEQUENCES, maxCommands: STEPS, seed: 1 })
  const ns = Number(process.hrtime.bigint() - began)
  const commands = `${Object.keys(runs).length} of ${everyKind.length + Object.keys(ownKinds(world)).length} commands`
  const what = `${SEQUENCES} sequences of up to ${STEPS} steps in ${where}, ${commands}, ${requests} requests`
  return atMost(what, ns, 30e9)
}

report([
  await run("a world with every kind of data", await createWorld({ fixture: kitWorld })),
  await run("the demo world", await createWorldFromFiles(["fixtures/demo.yaml"])),
])

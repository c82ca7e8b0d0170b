import fc from "fast-check"
import { createWorldFromFiles } from "../../../../emulator/node/index.ts"
import { createKit, KitFailure, smallFixture } from "../../../../emulator/testing/kit/index.ts"
import { createWorld, type World } from "../../../../src/world/index.ts"
import { kitWorld } from "../../../sample-worlds/kit-world.ts"
import { checkAll } from "../hexarium/index.ts"

/**
 * Searches for false alarms: runs many sequences on the unchanged engine, a world and a seed. Prints a JSON line for each seed, and
 * findings to stderr.
 */
const [name = "kit", first = "1", last = "1", numRuns = "1000"] = process.argv.slice(2)

const GENERATED_NAME = /^generated-(\d+)$/

async function worldOf(which: string): Promise<World> {
  const nth = GENERATED_NAME.exec(which)?.[1]
  if (nth !== undefined) {
    const [fixture] = fc.sample(smallFixture(), { seed: Number(nth), numRuns: 1 })
    if (fixture === undefined) throw new Error("nothing was drawn")
    return createWorld({ fixture })
  }
  return which === "kit" ? createWorld({ fixture: kitWorld }) : createWorldFromFiles([which])
}

const world = await worldOf(name)
const { schema } = await createKit(world)
for (let seed = Number(first); seed <= Number(last); seed += 1) {
  const started = performance.now()
  const print = (result: object) =>
    process.stdout.write(
      `${JSON.stringify({ world: name, seed, ...result, s: Math.round((performance.now() - started) / 100) / 10 })}\n`,
    )
  try {
    const { sequences, requests, left_out } = await checkAll(world, { numRuns: Number(numRuns), seed })
    print({ sequences, requests, left_out: Object.keys(left_out) })
  } catch (error) {
    const isFailure = error instanceof KitFailure
    print({
      failed: error instanceof Error ? error.message.split("\n")[0] : String(error),
      calls: isFailure ? error.calls : 0,
    })
    process.stderr.write(
      `${schema.workspace}: ${error instanceof Error ? (isFailure ? error.message : error.stack) : error}\n`,
    )
    process.exitCode = 1
  }
}

import { KitFailure } from "../../emulator/testing/kit/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { kitWorld } from "../sample-worlds/kit-world.ts"
import { checkAll } from "../testing/kit/hexarium/index.ts"

/** Runs the kit on a world of the engine, which may be mutated, and prints the findings as one JSON line. */
const [numRuns = "2000", seed = "1"] = process.argv.slice(2)

const world = await createWorld({ fixture: kitWorld })
const startMs = performance.now()
const print = (result: Record<string, unknown>) =>
  process.stdout.write(`${JSON.stringify({ ...result, ms: Math.round(performance.now() - startMs) })}\n`)
try {
  const report = await checkAll(world, {
    numRuns: Number(numRuns),
    maxCommands: 50,
    seed: Number(seed),
  })
  print({ found: false, ...report })
} catch (error) {
  if (!(error instanceof KitFailure)) throw error
  const cause = error.cause instanceof Error ? error.cause.message : String(error.cause)
  print({ found: true, sequences: error.sequences, calls: error.calls, cause })
  if (process.env.KIT_VERBOSE !== undefined) process.stderr.write(error.message)
}

/** Measures moving the clock, and the actions that become due on the way. */
import { atMost, type Line, milliseconds, nanosecondsAwaited, report } from "../measure.ts"
import { makeWorld } from "../worlds.ts"

const lines: Line[] = []

const hourly = await makeWorld(100, { hourly: true })
const tenYears = await milliseconds(async () => {
  const { fired } = await hourly.fork().clock.advance("3650d")
  if (fired.length !== 87_600) throw new Error(`expected 87,600 events, received ${fired.length}`)
}, 2)
lines.push(atMost("ten years of an hourly auto action on one item", tenYears * 1e6, 3e9))

for (const size of [1_000, 100_000]) {
  const world = await makeWorld(size)
  const advance = await nanosecondsAwaited(500, () => world.clock.advance(1000))
  lines.push(atMost(`advance without due events in a world of ${size / 1000}k items`, advance, 50_000))
}

report(lines)

import { expect, test } from "vitest"
import { crashAt } from "./crash.ts"

/** `npm run crash` uses 300 or more. */
const POINTS = Number(process.env.HEXARIUM_CRASH_POINTS ?? 9)

test(
  "whatever statement a writer is killed at, what was answered is there and nothing else",
  async () => {
    const { killed, problems } = await crashAt(POINTS)
    expect(problems).toEqual([])
    expect(killed).toBeGreaterThan(POINTS / 2)
    if (POINTS > 100) process.stdout.write(`${JSON.stringify({ points: POINTS, killed })}\n`)
  },
  POINTS * 10_000,
)

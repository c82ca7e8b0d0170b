import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { progressOn } from "../../emulator/cli/progress.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

function beginWork(isTerminal: boolean) {
  const said: string[] = []
  const io = {
    out: () => {},
    err: (text: string) => void said.push(text),
    ...{ waiting: () => 0, stopWaiting: () => {}, env: {}, isTerminal },
  }
  return { said, progress: progressOn(io, "verify") }
}

test("work that takes longer than a second says on a terminal how far it is, in a line that goes away", () => {
  const { said, progress } = beginWork(true)
  vi.advanceTimersByTime(900)
  progress.report(1, 4)
  expect(said).toEqual([])
  vi.advanceTimersByTime(2000)
  progress.report(2, 4)
  expect(said.at(-1)).toMatch(/verify: 50 %/)
  progress.end()
  expect(said.at(-1)).toBe("\r\u001b[K")
})

test("elsewhere it says nothing", () => {
  const { said, progress } = beginWork(false)
  vi.advanceTimersByTime(5000)
  progress.report(2, 4)
  progress.end()
  expect(said).toEqual([])
})

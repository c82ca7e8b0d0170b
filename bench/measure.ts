import { produce } from "immer"

/** A line of the printed table: what was measured, what it is compared with, and its target. */
export interface Line {
  readonly what: string
  /** The measured value, with its unit. */
  readonly measured: string
  /** The value of the baseline in the same run, with its unit. */
  readonly baseline?: string
  /** The ratio of the measured value to the baseline. */
  readonly ratio?: number
  /** The target, in words. */
  readonly target?: string
  readonly isMet?: boolean
}

const ROUNDS = 9
const ROUND_MS = 50

export interface Stamp {
  readonly wall: bigint
  readonly cpu: NodeJS.CpuUsage
}

export const stamp = (): Stamp => ({ wall: process.hrtime.bigint(), cpu: process.cpuUsage() })

/**
 * Returns the nanoseconds since a stamp: the smaller of elapsed and processor time. On a busy machine, elapsed time includes other
 * processes; on an idle one, processor time includes the garbage collector's helper threads.
 */
export function since({ wall, cpu }: Stamp): number {
  const { user, system } = process.cpuUsage(cpu)
  return Math.min(Number(process.hrtime.bigint() - wall), (user + system) * 1_000)
}

/** Returns the lower quartile, since the delays that a busy machine adds to some rounds say nothing about the measured code. */
const typical = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 2] ?? 0

/** Returns how many calls a round needs so that it lasts long enough to be timed. */
function calibrate(run: () => unknown): number {
  for (let times = 1; ; times *= 4) {
    const start = stamp()
    for (let time = 0; time < times; time += 1) run()
    const ms = since(start) / 1e6
    if (ms > ROUND_MS / 4) return Math.max(1, Math.round((times * ROUND_MS) / ms))
  }
}

/** Returns the nanoseconds per call of each function. Their rounds are interleaved, so that a busy machine slows all of them equally. */
export function nanoseconds<K extends string>(runs: Readonly<Record<K, () => unknown>>): Record<K, number> {
  const names = Object.keys(runs) as K[]
  const times = new Map(names.map((name) => [name, calibrate(runs[name])]))
  const rounds = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const run = runs[name]
      const count = times.get(name) ?? 1
      const start = stamp()
      for (let time = 0; time < count; time += 1) run()
      rounds.get(name)?.push(since(start) / count)
    }
  }
  return Object.fromEntries(names.map((name) => [name, typical(rounds.get(name) ?? [])])) as Record<K, number>
}

/** Like `nanoseconds` for asynchronous work, with `count` calls per round. */
export async function nanosecondsAwaited(count: number, run: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = stamp()
    for (let time = 0; time < count; time += 1) await run()
    if (round > 0) rounds.push(since(start) / count)
  }
  return typical(rounds)
}

/** Returns the milliseconds of one asynchronous call. The first, cold call is not counted. */
export async function milliseconds(run: () => Promise<unknown>, rounds = 5): Promise<number> {
  const all: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const start = stamp()
    await run()
    if (round > 0) all.push(since(start) / 1e6)
  }
  return typical(all)
}

/** Returns how many more bytes of heap are in use after `make` than before. Needs `--expose-gc`. */
export async function heapOf(make: () => unknown): Promise<number> {
  const before = usedHeap()
  await make()
  return Math.max(usedHeap() - before, 0)
}

/** Returns the bytes of heap in use after a collection. Needs `--expose-gc`. */
export function usedHeap(): number {
  const { gc } = globalThis
  if (gc === undefined) throw new Error("to measure heap sizes, run Node with --expose-gc")
  gc()
  return process.memoryUsage().heapUsed
}

export const perSecond = (ns: number): string => {
  const rate = 1e9 / ns
  if (rate >= 1e6) return `${(rate / 1e6).toFixed(2)} M/s`
  return rate >= 1e3 ? `${(rate / 1e3).toFixed(1)} k/s` : `${rate.toFixed(0)} /s`
}

export const time = (ns: number): string => {
  if (ns < 1e3) return `${ns.toFixed(ns < 10 ? 1 : 0)} ns`
  if (ns < 1e6) return `${(ns / 1e3).toFixed(ns < 1e5 ? 1 : 0)} µs`
  return `${(ns / 1e6).toFixed(ns < 1e8 ? 1 : 0)} ms`
}

export const bytes = (count: number): string =>
  count < 2048 ? `${count.toFixed(0)} B` : `${(count / 1024).toFixed(1)} KB`

/** A line whose value should stay below a limit. */
export const atMost = (what: string, ns: number, limitNs: number): Line => ({
  what,
  measured: time(ns),
  target: `≤ ${time(limitNs)}`,
  isMet: ns <= limitNs,
})

/** A line about speed: the ratio says how many times as fast as the baseline the measured code is. */
export const asFastAs = (what: string, ns: number, baselineNs: number, atLeast?: number): Line => {
  const ratio = baselineNs / ns
  return {
    what,
    measured: perSecond(ns),
    baseline: perSecond(baselineNs),
    ratio,
    ...(atLeast === undefined ? {} : { target: `≥ ${atLeast} ×`, isMet: ratio >= atLeast }),
  }
}

/** A line about cost: the ratio says how many times as much as the baseline the measured code costs. */
export const atMostTimes = (what: string, ns: number, baselineNs: number, times: number): Line => {
  const ratio = ns / baselineNs
  return { what, measured: time(ns), baseline: time(baselineNs), ratio, target: `≤ ${times} ×`, isMet: ratio <= times }
}

/** The nanoseconds of a fixed piece of work on the machine for which the limits were set. */
const REFERENCE_NS = 1_872
const reference = Object.freeze(
  Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`field${at}`, `value ${at}`])),
)

/** Measures how fast this machine is at the moment, since limits in microseconds depend on it. */
function speed(): Line {
  const { work } = nanoseconds({
    work: () =>
      produce(reference, (draft) => {
        draft.field1 = "a"
        draft.field5 = "b"
        draft.field9 = "c"
        draft.field13 = "d"
      }),
  })
  const ratio = work / REFERENCE_NS
  const measured = time(work)
  return {
    what: "reference work: this machine against the machine of the limits",
    measured,
    baseline: time(REFERENCE_NS),
    ratio,
  }
}

/** Sends the lines of a case to the runner. */
export function report(lines: readonly Line[]): void {
  process.stdout.write(JSON.stringify([speed(), ...lines]))
}

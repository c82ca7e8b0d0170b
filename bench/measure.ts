import { produce } from "immer"

/** One line of the table: what was measured, against what, and what it should reach. */
export interface Line {
  readonly what: string
  /** Already with its unit. */
  readonly measured: string
  /** Already with its unit; the baseline of the same run. */
  readonly baseline?: string
  /** The measured against the baseline. */
  readonly ratio?: number
  /** What the line should reach, in words. */
  readonly target?: string
  readonly isMet?: boolean
}

const ROUNDS = 9
const ROUND_MS = 50

interface Stamp {
  readonly wall: bigint
  readonly cpu: NodeJS.CpuUsage
}

const stamp = (): Stamp => ({ wall: process.hrtime.bigint(), cpu: process.cpuUsage() })

/**
 * Nanoseconds since: of elapsed and processor time the smaller. On a busy machine the elapsed time counts what others do, on an
 * idle one the processor time counts the collector's helper threads.
 */
function since({ wall, cpu }: Stamp): number {
  const { user, system } = process.cpuUsage(cpu)
  return Math.min(Number(process.hrtime.bigint() - wall), (user + system) * 1_000)
}

/** The lower quartile: what a busy machine adds to some of the rounds says nothing about the work. */
const typical = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 2] ?? 0

/** How often to run something so that a round lasts long enough to be timed. */
function calibrate(run: () => unknown): number {
  for (let times = 1; ; times *= 4) {
    const start = stamp()
    for (let time = 0; time < times; time += 1) run()
    const ms = since(start) / 1e6
    if (ms > ROUND_MS / 4) return Math.max(1, Math.round((times * ROUND_MS) / ms))
  }
}

/** Nanoseconds of one call of each, measured in interleaved rounds so that a busy machine slows all of them. */
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

/** The same for work that is awaited, `count` calls a round. */
export async function nanosecondsAwaited(count: number, run: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = stamp()
    for (let time = 0; time < count; time += 1) await run()
    if (round > 0) rounds.push(since(start) / count)
  }
  return typical(rounds)
}

/** Milliseconds of one awaited call; the first, cold one is left out. */
export async function milliseconds(run: () => Promise<unknown>, rounds = 5): Promise<number> {
  const all: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const start = stamp()
    await run()
    if (round > 0) all.push(since(start) / 1e6)
  }
  return typical(all)
}

/** Bytes of heap that are more in use after `make` than before. Node has to run with --expose-gc. */
export async function heapOf(make: () => unknown): Promise<number> {
  const { gc } = globalThis
  if (gc === undefined) throw new Error("to measure heap sizes, run Node with --expose-gc")
  gc()
  const before = usedHeap()
  await make()
  gc()
  return Math.max(usedHeap() - before, 0)
}

const usedHeap = (): number => process.memoryUsage().heapUsed

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

/** A line whose value should not pass a limit. */
export const atMost = (what: string, ns: number, limitNs: number): Line => ({
  what,
  measured: time(ns),
  target: `≤ ${time(limitNs)}`,
  isMet: ns <= limitNs,
})

/** A line about speed against a baseline: the ratio is how many times as fast as the baseline it is. */
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

/** A line about cost against a baseline: the ratio is how many times the baseline it costs. */
export const atMostTimes = (what: string, ns: number, baselineNs: number, times: number): Line => {
  const ratio = ns / baselineNs
  return { what, measured: time(ns), baseline: time(baselineNs), ratio, target: `≤ ${times} ×`, isMet: ratio <= times }
}

/** A fixed piece of work, and what it took on the machine that the limits were set on. */
const REFERENCE_NS = 1_872
const reference = Object.freeze(
  Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`field${at}`, `value ${at}`])),
)

/** How fast this machine is just now: limits in microseconds are to be read with it. */
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

/** Hands the lines of a case to the runner. */
export function report(lines: readonly Line[]): void {
  process.stdout.write(JSON.stringify([speed(), ...lines]))
}

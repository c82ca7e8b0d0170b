import { VERSION } from "../../version.ts"
import { BUCKETS_MS, type NamedWorld, type OperationCounts, type Replicas, type Worlds } from "../../worlds/index.ts"
import { countItems } from "../presenters/worlds.ts"
import { type Metric, numberText, type Sample } from "./text-format.ts"

/** Memory and processor time of the process in which a server runs. */
export interface ProcessUsage {
  /** Memory of the process in bytes. */
  readonly residentBytes: number
  /** Memory in use in the JavaScript heap, in bytes. */
  readonly heapUsedBytes: number
  /** Size of the JavaScript heap in bytes. */
  readonly heapTotalBytes: number
  /** Memory of buffers outside the heap, in bytes. */
  readonly externalBytes: number
  /** Processor time that the process has used, in seconds. */
  readonly cpuSeconds: number
  /** Start time of the process, in seconds since 1970. */
  readonly startedAtSeconds: number
}

export interface MetricSources {
  readonly worlds: Worlds
  readonly replicas: Replicas
  /** If undefined, the metrics of the process are left out. */
  readonly processUsage: (() => ProcessUsage) | undefined
}

/** Maximum number of worlds with samples of their own. A test run may create thousands of worlds. */
const MAX_WORLDS = 100

/** Lists the metrics of a server (metrics.md). */
export function serverMetrics({ worlds, replicas, processUsage }: MetricSources): Metric[] {
  const all = worlds.list()
  return [
    gauge("hexarium_build_info", "The version of Hexarium; the value is always 1.", [
      { labels: { version: VERSION }, value: 1 },
    ]),
    ...requestMetrics(worlds),
    ...worldMetrics(all),
    ...storeMetrics(worlds, all, replicas),
    ...(processUsage === undefined ? [] : processMetrics(processUsage())),
  ]
}

const metric =
  (type: Metric["type"]) =>
  (name: string, help: string, given: number | readonly Sample[]): Metric => ({
    name,
    type,
    help,
    samples: typeof given === "number" ? [{ value: given }] : given,
  })
const counter = metric("counter")
const gauge = metric("gauge")
const histogram = metric("histogram")

function requestMetrics({ requestCounts: { operations, statuses } }: Worlds): Metric[] {
  const byOperation = [...operations].sort(([left], [right]) => (left < right ? -1 : 1))
  const byStatus = [...statuses].sort(([left], [right]) => left - right)
  return [
    counter(
      "hexarium_requests_total",
      "Requests to the API by operation and outcome: ok (status below 400), refused (400 to 499) or failed.",
      byOperation.flatMap(([operation, { outcomes }]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { operation, outcome }, value })),
      ),
    ),
    counter(
      "hexarium_responses_total",
      "Responses of the API by status. Status 0 counts connections that a planned fault cut.",
      byStatus.map(([status, value]) => ({ labels: { status: String(status) }, value })),
    ),
    histogram(
      "hexarium_request_duration_seconds",
      "Time from the arrival of a request to the API until its response, by operation.",
      byOperation.flatMap(([operation, counts]) => histogramSamples(operation, counts)),
    ),
  ]
}

function histogramSamples(operation: string, { buckets, totalMs }: OperationCounts): Sample[] {
  let count = 0
  const samples = buckets.map((inBucket, at): Sample => {
    count += inBucket
    const le = numberText((BUCKETS_MS[at] ?? Number.POSITIVE_INFINITY) / 1000)
    return { suffix: "_bucket", labels: { operation, le }, value: count }
  })
  return [
    ...samples,
    { suffix: "_sum", labels: { operation }, value: totalMs / 1000 },
    { suffix: "_count", labels: { operation }, value: count },
  ]
}

function worldMetrics(all: readonly NamedWorld[]): Metric[] {
  const items = all.map(({ name, world }) => ({ labels: { world: name }, value: countItems(world) }))
  return [
    gauge("hexarium_worlds", "Worlds on the server.", all.length),
    gauge("hexarium_items", "Items in all worlds.", sum(items.map(({ value }) => value))),
    gauge(
      "hexarium_world_items",
      "Items in a world. Only the 100 oldest worlds are listed.",
      items.slice(0, MAX_WORLDS),
    ),
  ]
}

function storeMetrics(worlds: Worlds, all: readonly NamedWorld[], { lagMs }: Replicas): Metric[] {
  const unstored = all.map(({ world }) => world.unstored)
  return [
    gauge(
      "hexarium_store_up",
      "1 if writes can be stored, 0 while the store fails.",
      worlds.storeTrouble === null ? 1 : 0,
    ),
    gauge(
      "hexarium_store_waiting_writes",
      "Writes that are not stored yet.",
      sum(unstored.map(({ writes }) => writes)),
    ),
    gauge(
      "hexarium_store_lag_seconds",
      "How long the oldest write that is not stored yet has been waiting.",
      unstored.reduce((most, { oldestMs }) => Math.max(most, oldestMs), 0) / 1000,
    ),
    gauge(
      "hexarium_replica_lag_seconds",
      "How long the server last took to catch up with the commits of other servers on the same store.",
      lagMs / 1000,
    ),
    gauge(
      "hexarium_world_leader",
      "1 if this server is the world's leader, 0 if another server is. Only the 100 oldest worlds are listed.",
      all.slice(0, MAX_WORLDS).map(({ name, world }) => ({ labels: { world: name }, value: world.isActive ? 1 : 0 })),
    ),
  ]
}

const processMetrics = (usage: ProcessUsage): Metric[] => [
  gauge("process_resident_memory_bytes", "Memory of the process.", usage.residentBytes),
  counter("process_cpu_seconds_total", "Processor time that the process has used.", usage.cpuSeconds),
  gauge("process_start_time_seconds", "Start time of the process, in seconds since 1970.", usage.startedAtSeconds),
  gauge("nodejs_heap_size_used_bytes", "Memory in use in the JavaScript heap.", usage.heapUsedBytes),
  gauge("nodejs_heap_size_total_bytes", "Size of the JavaScript heap.", usage.heapTotalBytes),
  gauge("nodejs_external_memory_bytes", "Memory of buffers outside the JavaScript heap.", usage.externalBytes),
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

import type { ProcessUsage } from "../control/index.ts"

/** Measures this process, for /metrics. */
export function readProcessUsage(): ProcessUsage {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    residentBytes: rss,
    heapUsedBytes: heapUsed,
    heapTotalBytes: heapTotal,
    externalBytes: external,
    cpuSeconds: (user + system) / 1e6,
    startedAtSeconds: performance.timeOrigin / 1000,
  }
}

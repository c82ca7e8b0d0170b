/**
 * Settings that differ between a server's dashboard and the playground, a tab that is its own server. Set before the
 * first render.
 */
export const surroundings: {
  /** URL of the reference of operations. */
  reference: string
  /** URL of the shared worker for the stream of events; without it, each tab has its own stream. */
  eventsWorker: string | undefined
  /** Whether responses can be streams. */
  streams: boolean
} = { reference: "/docs", eventsWorker: "/ui/events-worker.js", streams: true }

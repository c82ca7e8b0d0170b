/** What differs by where these views are shown: as a server's dashboard, or in a tab that is its own server. Set before anything is drawn. */
export const surroundings: {
  /** The page that explains the operations. */
  reference: string
  /** The worker that all tabs share for one stream of events; where there is none, each tab has its own. */
  eventsWorker: string | undefined
  /** Whether an answer may go on for ever. */
  streams: boolean
} = { reference: "/docs", eventsWorker: "/ui/events-worker.js", streams: true }

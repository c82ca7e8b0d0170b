/** Path of the folder in which the server has the dashboard, with a trailing slash. */
const folder = location.pathname.replace(/[^/]*$/, "")

/**
 * Settings that differ between the dashboard of a server and the playground, in which the page itself runs the server. They must be set
 * before the first render.
 */
export const surroundings: {
  /** URL of the reference of operations. */
  reference: string
  /** URL of the shared worker that receives events. If undefined, each tab receives its own stream. */
  eventsWorker: string | undefined
  /** URL of the OpenAPI document of the operations. */
  openApi: string
  /** If false, responses cannot be streams and the page polls for events. */
  streams: boolean
} = {
  reference: `${folder}docs`,
  eventsWorker: `${folder}ui/events-worker.js`,
  openApi: `${folder}openapi.json`,
  streams: true,
}

/** What the worker and the pages of its scope say to each other. */
export const WORDS = {
  /** Page to worker: from now on I answer. */
  serve: "hexarium:serve",
  /** Page to worker: no longer. */
  stop: "hexarium:stop",
  /** Worker to page, with a port to answer on: a request. */
  request: "hexarium:request",
} as const

type Headers = readonly (readonly [string, string])[]

/** A request on its way to the page that answers it. */
export interface SentRequest {
  readonly hexarium: typeof WORDS.request
  readonly method: string
  /** Path and query, without what leads to the worker's scope. */
  readonly path: string
  readonly headers: Headers
  readonly body: ArrayBuffer | null
}

/** What comes back over the port: that somebody is at work, then an answer or a cut connection. */
export type SentAnswer =
  | { readonly is: "at work" }
  | { readonly is: "cut" }
  | {
      readonly is: "answer"
      readonly status: number
      readonly headers: Headers
      readonly body: ReadableStream<Uint8Array> | ArrayBuffer | null
    }

/** What is answered when nothing else is asked for: both planes, the OpenAPI document, and the pages that mails lead to. */
export const PATHS: readonly string[] = ["/api/v0", "/w", "/_hexarium", "/sse", "/app", "/openapi.json"]

/** The parameter of the script's address that names such a path. */
export const PATH = "path"

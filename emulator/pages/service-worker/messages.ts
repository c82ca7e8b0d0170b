/** Message types that the service worker and its pages send to each other. */
export const WORDS = {
  /** From a page to the worker: the page starts to serve requests. */
  serve: "hexarium:serve",
  /** From a page to the worker: the page stops serving requests. */
  stop: "hexarium:stop",
  /** From the worker to a page: a request, with a message port for the response. */
  request: "hexarium:request",
} as const

type Headers = readonly (readonly [string, string])[]

/** A request that the worker passes to a page. */
export interface SentRequest {
  readonly hexarium: typeof WORDS.request
  readonly method: string
  /** Path below the worker's scope, including the query. */
  readonly path: string
  readonly headers: Headers
  readonly body: ArrayBuffer | null
}

/** Messages that a page sends on the message port: `at work` at once, then `answer` or `cut`. */
export type SentAnswer =
  | { readonly is: "at work" }
  | { readonly is: "cut" }
  | {
      readonly is: "answer"
      readonly status: number
      readonly headers: Headers
      readonly body: ReadableStream<Uint8Array> | ArrayBuffer | null
    }

/** Paths to serve by default: the API, the control plane, the OpenAPI document and the pages that mails link to. */
export const PATHS: readonly string[] = ["/api/v0", "/w", "/_hexarium", "/sse", "/app", "/openapi.json"]

/** Query parameter in the worker script's URL that contains a path to serve. It may occur several times. */
export const PATH = "path"

import { setTimeout as sleep } from "node:timers/promises"
import pLimit from "p-limit"
import { UpstreamProblem } from "../upstream-problem.ts"

type Fetch = (request: Request) => Promise<Response>

export interface PatientFetchOptions {
  readonly fetch: Fetch
  /** Number of requests at a time. */
  readonly concurrency: number
  /** Waits before a request is repeated. */
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined
  /** Called after each response. */
  readonly onResponse?: (() => void) | undefined
}

const ATTEMPTS = 6
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 60_000
const RESPONSE_MS = 60_000

/**
 * Returns a `fetch` that limits the number of requests at a time, and repeats requests that fail for a while: responses
 * with 429 and 5xx, and cut connections. Only reads may use it, because a repeated write could run twice.
 */
export function patientFetch({ fetch, concurrency, wait = sleep, onResponse }: PatientFetchOptions): Fetch {
  const limit = pLimit(concurrency)
  const attempt = async (request: Request, nth: number): Promise<Response> => {
    const sent = new Request(request.clone(), { signal: AbortSignal.timeout(RESPONSE_MS) })
    const response = await fetch(sent).then(readWhole, (error: unknown) => asError(error))
    if (!(response instanceof Error) && response.status !== 429 && response.status < 500) return response
    const { origin, pathname } = new URL(request.url)
    if (nth === ATTEMPTS) {
      const problem = response instanceof Error ? "does not respond to" : `responds with ${response.status} to`
      throw new UpstreamProblem(
        `${origin} ${problem} ${pathname} after ${ATTEMPTS} attempts; check the URL and the server`,
      )
    }
    await wait(response instanceof Error ? backOff(nth) : Math.max(backOff(nth), retryAfter(response)))
    return attempt(request, nth + 1)
  }
  return (request) =>
    limit(async () => {
      const response = await attempt(request, 1)
      onResponse?.()
      const type = response.headers.get("content-type") ?? ""
      if (type.includes("text/html")) {
        throw new UpstreamProblem(
          `${new URL(request.url).origin} is not a server of this API: it responded with a web page; check the base URL`,
        )
      }
      return response
    })
}

/** Reads the body, so that a connection that is cut during the body counts as a failure. */
async function readWhole(response: Response): Promise<Response | Error> {
  try {
    const body = await response.arrayBuffer()
    const { status, headers } = response
    return new Response(status === 204 || status === 304 ? null : body, { status, headers })
  } catch (error) {
    return asError(error)
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const backOff = (nth: number): number => Math.min(FIRST_WAIT_MS * 2 ** (nth - 1), MAX_WAIT_MS)

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0)
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, MAX_WAIT_MS) : 0
}

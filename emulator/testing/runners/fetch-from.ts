/** Answers requests, as an app does. */
export interface Answering {
  /** Answers a request, as a server would. */
  fetch(request: Request): Response | Promise<Response>
}

const ANY_BASE = "http://hexarium"

/** A `fetch` that is answered by an app, whatever origin is asked for; paths are taken, too. */
export function fetchFrom(app: Answering): typeof fetch {
  return async (input, init) => {
    const request =
      typeof input === "string" || input instanceof URL
        ? new Request(new URL(input, ANY_BASE), init)
        : new Request(input, init)
    return app.fetch(redirected(request, pathFrom(request.url)))
  }
}

/** Path and query of a URL; of one below a base URL, what is behind that. */
export function pathFrom(url: string, base?: string): string {
  if (base !== undefined && url.startsWith(`${base}/`)) return url.slice(base.length)
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The request as the app itself would be asked; its guard of hosts is for sockets. */
export function redirected(request: Request, path: string): Request {
  const own = new Request(`${ANY_BASE}${path}`, request)
  own.headers.delete("host")
  return own
}

export interface Answering {
  /** Returns the response to a request, as a server does. */
  fetch(request: Request): Response | Promise<Response>
}

const ANY_BASE = "http://hexarium"

/** Creates a `fetch` function that sends paths and URLs of any origin to the app. */
export function fetchFrom(app: Answering): typeof fetch {
  return async (input, init) => {
    const request =
      typeof input === "string" || input instanceof URL
        ? new Request(new URL(input, ANY_BASE), init)
        : new Request(input, init)
    return app.fetch(redirected(request, pathFrom(request.url)))
  }
}

export function pathFrom(url: string, base?: string): string {
  if (base !== undefined && url.startsWith(`${base}/`)) return url.slice(base.length)
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Copies a request with a new path and the origin that the app expects, because the app rejects unknown hosts. */
export function redirected(request: Request, path: string): Request {
  const own = new Request(`${ANY_BASE}${path}`, request)
  own.headers.delete("host")
  return own
}

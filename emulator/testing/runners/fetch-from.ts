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
    return app.fetch(redirectRequest(request, pathFrom(request.url)))
  }
}

export function pathFrom(url: string, base?: string): string {
  if (base !== undefined && url.startsWith(`${base}/`)) return url.slice(base.length)
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/**
 * Copies a request with a new path and the origin that the app expects, because the app rejects unknown hosts. The copy
 * names each property, because the `Request` of Vitest's jsdom environment loses those that a request passes as `init`.
 */
export function redirectRequest(request: Request, path: string): Request {
  const { method, body, signal } = request
  // A list, because MSW's `Headers` loses those of a request with a form when it copies another `Headers`.
  const headers = [...request.headers].filter(([name]) => name.toLowerCase() !== "host")
  // Node requires `duplex` for a body that is a stream. TypeScript's declarations lack the property.
  const init: RequestInit & { readonly duplex: "half" } = { method, headers, body, signal, duplex: "half" }
  return new Request(`${ANY_BASE}${path}`, init)
}

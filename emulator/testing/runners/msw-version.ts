import type * as msw from "msw"

interface Api {
  readonly http: typeof msw.http
  readonly HttpResponse: typeof msw.HttpResponse
}

/** Throws if MSW is older than 2.0, which lacks `http` and `HttpResponse`. */
export function requireMsw({ http, HttpResponse }: Partial<Api>): Api {
  if (http !== undefined && HttpResponse !== undefined) return { http, HttpResponse }
  throw new Error("hexarium/msw needs Mock Service Worker 2.0 or later; run npm install --save-dev msw@latest")
}

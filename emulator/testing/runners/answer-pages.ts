import type { BrowserContext, Route } from "@playwright/test"
import { requireBaseUrls } from "./base-urls.ts"
import { pathFrom } from "./fetch-from.ts"

const API = /^(?:\/w\/[^/]+)?\/api\/v0\//

/**
 * Redirects the API requests of a browser context's pages to the world's server at `url`. HTTPS requests are made
 * outside the browser, because a Playwright route can't change a request's scheme.
 */
export async function answerPages(
  context: BrowserContext,
  url: string,
  apiUrl?: string | readonly string[],
): Promise<void> {
  const bases = requireBaseUrls("apiUrl", apiUrl)
  const isOurs = (target: URL): boolean =>
    target.origin !== url &&
    (bases === undefined ? API.test(target.pathname) : bases.some((base) => target.href.startsWith(`${base}/`)))
  await context.route(isOurs, async (route) => {
    const target = route.request().url()
    const base = bases?.find((one) => target.startsWith(`${one}/`))
    await forward(route, `${url}${pathFrom(target, base)}`)
  })
}

async function forward(route: Route, to: string): Promise<void> {
  if (!route.request().url().startsWith("https:")) return route.continue({ url: to })
  const response = await route.fetch({ url: to, maxRedirects: 0 })
  return route.fulfill({ response })
}

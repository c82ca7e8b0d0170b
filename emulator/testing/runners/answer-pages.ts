import type { BrowserContext, Route } from "@playwright/test"
import { requireBases } from "../../runners/bases.ts"
import { pathFrom } from "./fetch-from.ts"

const API = /^(?:\/w\/[^/]+)?\/api\/v0\//

/**
 * What the pages of a context ask the API for is answered by the server of a world, whatever host they ask. A request keeps its
 * body and its page's origin; one of a page that insists on HTTPS is made on its behalf, since a browser changes no scheme.
 */
export async function answerPages(
  context: BrowserContext,
  url: string,
  apiUrl?: string | readonly string[],
): Promise<void> {
  const bases = requireBases("apiUrl", apiUrl)
  const isOurs = (asked: URL): boolean =>
    asked.origin !== url &&
    (bases === undefined ? API.test(asked.pathname) : bases.some((base) => asked.href.startsWith(`${base}/`)))
  await context.route(isOurs, async (route) => {
    const asked = route.request().url()
    const base = bases?.find((one) => asked.startsWith(`${one}/`))
    await lead(route, `${url}${pathFrom(asked, base)}`)
  })
}

async function lead(route: Route, to: string): Promise<void> {
  if (!route.request().url().startsWith("https:")) return route.continue({ url: to })
  const response = await route.fetch({ url: to, maxRedirects: 0 })
  return route.fulfill({ response })
}

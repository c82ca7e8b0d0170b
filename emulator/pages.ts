import { Hono } from "hono"
import type { AppEnv } from "./http/app-env.ts"
import { docsPages } from "./http/docs-page.ts"
import { wrongMethod } from "./http/misses.ts"
import { respond } from "./http/respond.ts"
import { dashboardPages } from "./ui-pages.ts"

/** What is served besides the two planes: the dashboard and the documents. */
export function makePages(): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  for (const [path, page] of Object.entries({ ...dashboardPages, ...docsPages })) {
    pages
      .get(path, async (context) => respond(context, await page()))
      .all(path, (context) => respond(context, wrongMethod(context.req.method, ["GET", "HEAD"])))
  }
  return pages
}

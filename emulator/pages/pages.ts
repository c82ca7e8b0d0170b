import { Hono } from "hono"
import type { AppEnv } from "../http/app-env.ts"
import { wrongMethod } from "../http/misses.ts"
import { respond } from "../http/respond.ts"
import type { Reply } from "../wire/reply.ts"
import { dashboardPages } from "./dashboard.ts"
import { docsPages, openApiPage } from "./docs.ts"

/** Reads a file that pages are made of, as text, e.g. `ui/main.js` or `docs/swagger-ui.css`. */
export type PageFile = (path: string) => string | Promise<string>

/** What answers at each path. */
export type Pages = Readonly<Record<string, () => Reply | Promise<Reply>>>

/** What is served besides the two planes: the OpenAPI document and, where their files can be read, the dashboard and the reference. */
export function makePages(file: PageFile | undefined): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const served: Pages = {
    "/openapi.json": openApiPage,
    ...(file === undefined ? {} : { ...dashboardPages(file), ...docsPages(file) }),
  }
  for (const [path, page] of Object.entries(served)) {
    pages
      .get(path, async (context) => respond(context, await page()))
      .all(path, (context) => respond(context, wrongMethod(context.req.method, ["GET", "HEAD"])))
  }
  return pages
}

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

/** One route for all files of a folder: a server that starts does not wait for one of each. */
const routeOf = (path: string): string => path.replace(/^(\/(?:ui|docs)\/).+$/, "$1:file")

/** What is served besides the two planes: the OpenAPI document and, where their files can be read, the dashboard and the reference. */
export function makePages(file: PageFile | undefined): Hono<AppEnv> {
  const served: Pages = {
    "/openapi.json": openApiPage,
    ...(file === undefined ? {} : { ...dashboardPages(file), ...docsPages(file) }),
  }
  const pages = new Hono<AppEnv>()
  for (const route of new Set(Object.keys(served).map(routeOf))) {
    pages.all(route, async (context, next) => {
      const { method } = context.req
      const page = served[route.replace(":file", context.req.param("file") ?? "")]
      if (page === undefined) return next()
      return respond(context, /^(?:GET|HEAD)$/.test(method) ? await page() : wrongMethod(method, ["GET", "HEAD"]))
    })
  }
  return pages
}

import { Hono } from "hono"
import type { AppEnv } from "../http/app-env.ts"
import { wrongMethod } from "../api/http/not-found.ts"
import { respond } from "../http/respond.ts"
import type { Reply } from "../wire/reply.ts"
import { dashboardPages } from "./dashboard.ts"
import { docsPages, openApiPage } from "./docs.ts"

/** Reads a file that pages are made of, as text, e.g. `ui/main.js`. */
export type PageFile = (path: string) => string | Promise<string>

/** What answers at a path; undefined for a path that leads nowhere. */
export type FindPage = (path: string) => Reply | undefined | Promise<Reply | undefined>

const DASHBOARD = ["/", "/favicon.ico", "/ui/:file"]
const DOCS = ["/docs", "/docs/"]

/** What is served besides the two planes: the OpenAPI document and, where their files can be read, the dashboard and the reference. */
export function makePages(file: PageFile | undefined): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const serve = (route: string, find: FindPage) =>
    pages.all(route, async (context, next) => {
      const { method, path } = context.req
      const page = await find(path)
      if (page === undefined) return next()
      return respond(context, /^(?:GET|HEAD)$/.test(method) ? page : wrongMethod(method, ["GET", "HEAD"]))
    })
  serve("/openapi.json", openApiPage)
  if (file === undefined) return pages
  const dashboard = dashboardPages(file)
  const docs = docsPages(file)
  for (const route of DASHBOARD) serve(route, dashboard)
  for (const route of DOCS) serve(route, docs)
  return pages
}

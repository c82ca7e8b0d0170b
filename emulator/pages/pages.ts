import { Hono } from "hono"
import { type AppEnv, wrongMethod } from "../api/index.ts"
import { type Reply, respond } from "../wire/index.ts"
import { dashboardPages } from "./dashboard.ts"
import { DOCS, docsPages, openApiPage } from "./docs.ts"

/** Reads a file of the installed package, such as `ui/main.js`. */
export type PageFile = (path: string) => string | Promise<string>

/** Returns the page at a path, or undefined if there is none. `url` is the URL of the request. */
export type FindPage = (path: string, url: string) => Reply | undefined | Promise<Reply | undefined>

const DASHBOARD = ["/", "/favicon.ico", "/ui/:file"]

/**
 * Serves the OpenAPI document. If `file` is given, also serves the dashboard and the API reference. `folder` is the path of the folder in
 * which all these pages are, without a trailing slash.
 */
export function makePages(file: PageFile | undefined, folder: string): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
  const serve = (route: string, find: FindPage) =>
    pages.all(folder + route, async (context, next) => {
      const { method, path, url } = context.req
      const page = await find(path.slice(folder.length), url)
      if (page === undefined) return next()
      return respond(context, /^(?:GET|HEAD)$/.test(method) ? page : wrongMethod(method, ["GET", "HEAD"]))
    })
  serve("/openapi.json", openApiPage)
  if (file === undefined) return pages
  const placed: PageFile = async (path) => withFolder(folder, path, await file(path))
  const dashboard = dashboardPages(placed)
  const docs = docsPages(placed)
  for (const route of DASHBOARD) serve(route, dashboard)
  for (const route of DOCS) serve(route, docs)
  return pages
}

/** Returns a page whose links to other pages begin with `folder`. Other files have no such links. */
const withFolder = (folder: string, path: string, text: string): string =>
  folder === "" || !path.endsWith(".html")
    ? text
    : text.replaceAll(/(?<=(?:href|src)=")\/(?!_hexarium\/)/g, `${folder}/`)

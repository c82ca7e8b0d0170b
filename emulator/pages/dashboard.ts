import { getMimeType } from "hono/utils/mime"
import { textReply } from "../wire/index.ts"
import { pageHeaders } from "./page-headers.ts"
import type { FindPage, PageFile } from "./pages.ts"

const HEADERS = pageHeaders("style-src 'self'", "frame-src 'self'", "worker-src 'self'")

/** Matches names of files whose name contains a hash of their content. Such a file never changes. */
const HASHED_NAME = /-[A-Z0-9]{8}\.js$/
const CACHE_FOREVER = "public, max-age=31536000, immutable"

const PATHS: Readonly<Record<string, string>> = { "/": "index.html", "/favicon.ico": "icon.svg" }

/** Serves the dashboard's page, and below `/ui` the files in the list that the dashboard's build writes. */
export function dashboardPages(file: PageFile): FindPage {
  return async (path) => {
    const name = PATHS[path] ?? path.replace(/^\/ui\//, "")
    if (PATHS[path] === undefined) {
      // Reads the list of files at each request, because a build may change it while the server runs.
      const served = JSON.parse(await file("ui/files.json")) as readonly string[]
      if (!served.includes(name)) return undefined
    }
    return textReply(getMimeType(name) ?? "text/plain", await file(`ui/${name}`), {
      ...HEADERS,
      ...(HASHED_NAME.test(name) ? { "cache-control": CACHE_FOREVER } : {}),
    })
  }
}

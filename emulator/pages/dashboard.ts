import { textReply } from "../wire/reply.ts"
import { pageHeaders } from "./page-headers.ts"
import type { FindPage, PageFile } from "./pages.ts"

const HEADERS = pageHeaders("style-src 'self'", "frame-src 'self'", "worker-src 'self'")

/** A file whose name tells what is in it, as the build writes them: it never changes. */
const HASHED = /-[A-Z0-9]{8}\.js$/
const FOREVER = "public, max-age=31536000, immutable"

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
}

const PATHS: Readonly<Record<string, string>> = { "/": "index.html", "/favicon.ico": "icon.svg" }

/** The dashboard: its page, and below `/ui` the files that its build lists. */
export function dashboardPages(file: PageFile): FindPage {
  let served: Promise<ReadonlyMap<string, string>> | undefined
  const list = async (): Promise<ReadonlyMap<string, string>> => {
    const paths = JSON.parse(await file("ui/files.json")) as readonly string[]
    return new Map(paths.map((path) => [path.replace(/^.*\//, ""), path]))
  }
  return async (path) => {
    served ??= list()
    const name = PATHS[path] ?? path.replace(/^\/ui\//, "")
    const place = PATHS[path] ?? (await served).get(name)
    if (place === undefined) return undefined
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain"
    return textReply(`${type}; charset=utf-8`, await file(`ui/${place}`), {
      ...HEADERS,
      ...(HASHED.test(name) ? { "cache-control": FOREVER } : {}),
    })
  }
}

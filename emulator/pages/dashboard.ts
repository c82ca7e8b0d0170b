import { textReply } from "../wire/reply.ts"
import { pageHeaders } from "./page-headers.ts"
import type { PageFile, Pages } from "./pages.ts"

const HEADERS = pageHeaders("frame-src 'self'")

const MODULES = [
  "bar",
  "control",
  "data",
  "dom",
  "failures",
  "faults",
  "mails",
  "main",
  "requests",
  "schedule",
  "webhooks",
  "worlds",
]

/** The dashboard, by path. */
export function dashboardPages(file: PageFile): Pages {
  const page = (name: string, contentType: string) => async () =>
    textReply(`${contentType}; charset=utf-8`, await file(`ui/${name}`), HEADERS)
  return {
    "/": page("index.html", "text/html"),
    "/ui/style.css": page("style.css", "text/css"),
    "/ui/icon.svg": page("icon.svg", "image/svg+xml"),
    "/favicon.ico": page("icon.svg", "image/svg+xml"),
    ...Object.fromEntries(MODULES.map((name) => [`/ui/${name}.js`, page(`${name}.js`, "text/javascript")])),
  }
}

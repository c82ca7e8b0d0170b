import { existsSync, readFileSync } from "node:fs"
import { pageHeaders } from "./http/page-headers.ts"
import { type Reply, textReply } from "./http/reply.ts"

/** The dashboard lies beside this file, and in the sources' or the built files' own folder `ui`. */
const PLACES = ["./ui/", "../ui/"]

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

const page =
  (name: string, contentType: string): (() => Reply) =>
  () => {
    const url = PLACES.map((place) => new URL(place + name, import.meta.url)).find((place) => existsSync(place))
    if (url === undefined) throw new Error(`${name} is missing from the installation`)
    return textReply(`${contentType}; charset=utf-8`, readFileSync(url, "utf8"), HEADERS)
  }

/** The dashboard, by path. */
export const dashboardPages: Readonly<Record<string, () => Reply>> = {
  "/": page("index.html", "text/html"),
  "/ui/style.css": page("style.css", "text/css"),
  "/ui/icon.svg": page("icon.svg", "image/svg+xml"),
  "/favicon.ico": page("icon.svg", "image/svg+xml"),
  ...Object.fromEntries(MODULES.map((name) => [`/ui/${name}.js`, page(`${name}.js`, "text/javascript")])),
}

import { getMimeType } from "hono/utils/mime"
import { VERSION } from "../version.ts"
import { JSON_TYPE, type Reply, textReply } from "../wire/index.ts"
import { pageHeaders } from "./page-headers.ts"
import type { FindPage, PageFile } from "./pages.ts"

const HEADERS = pageHeaders("style-src 'self'")

/** Returns the OpenAPI document. Its generator is loaded at the first request, so that the server starts faster. */
export async function openApiPage(_: string, url: string): Promise<Reply> {
  const { folderUrl, openApiDocument } = await import("../api/http/openapi/document.ts")
  return textReply(JSON_TYPE, JSON.stringify(openApiDocument({ version: VERSION, server: folderUrl(url) })), HEADERS)
}

const PAGE = "ui/reference.html"

/** Paths and files of the API reference, the control plane reference and Swagger UI. */
const FILES: Readonly<Record<string, string>> = {
  "/docs": PAGE,
  "/docs/": PAGE,
  "/docs/control": PAGE,
  "/docs/swagger-ui-bundle.js": "docs/swagger-ui-bundle.js",
  "/docs/swagger-ui.css": "docs/swagger-ui.css",
}

export const DOCS = Object.keys(FILES)

export function docsPages(file: PageFile): FindPage {
  return async (path) => {
    const place = FILES[path]
    return place === undefined ? undefined : textReply(getMimeType(place) ?? "text/plain", await file(place), HEADERS)
  }
}

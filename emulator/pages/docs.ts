import { VERSION } from "../version.ts"
import { JSON_TYPE, type Reply, textReply } from "../wire/reply.ts"
import { pageHeaders } from "./page-headers.ts"
import type { FindPage, PageFile } from "./pages.ts"

const HEADERS = pageHeaders("style-src 'self'")

/** The document is loaded when it is first asked for: a server that only serves the API starts without it. */
export async function openApiPage(): Promise<Reply> {
  const { openApiDocument } = await import("../api/http/openapi/document.ts")
  return textReply(JSON_TYPE, JSON.stringify(openApiDocument({ version: VERSION })), HEADERS)
}

/** The page that shows the OpenAPI documents; what it loads stands with the dashboard's files. */
export function docsPages(file: PageFile): FindPage {
  return async (path) =>
    path === "/docs" || path === "/docs/"
      ? textReply("text/html; charset=utf-8", await file("ui/reference.html"), HEADERS)
      : undefined
}

import { VERSION } from "../version.ts"
import { JSON_TYPE, type Reply, textReply } from "../wire/reply.ts"
import { pageHeaders } from "./page-headers.ts"
import type { FindPage, PageFile } from "./pages.ts"

/** The reference writes styles into its elements. */
const HEADERS = pageHeaders("style-src 'self' 'unsafe-inline'", "font-src data:")

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hexarium API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<noscript>The reference is drawn by a script. The document itself: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  persistAuthorization: true,
  validatorUrl: null,
})
`

/** The document is loaded when it is first asked for: a server that only serves the API starts without it. */
export async function openApiPage(): Promise<Reply> {
  const { openApiDocument } = await import("../http/openapi/document.ts")
  return textReply(JSON_TYPE, JSON.stringify(openApiDocument({ version: VERSION })), HEADERS)
}

/** The pages that render the OpenAPI document, by path. */
export function docsPages(file: PageFile): FindPage {
  const page = (contentType: string, text: string): Reply => textReply(`${contentType}; charset=utf-8`, text, HEADERS)
  const asset = (contentType: string, name: string) => async () => page(contentType, await file(`docs/${name}`))
  const pages = new Map<string, () => Reply | Promise<Reply>>(
    Object.entries({
      "/docs": () => page("text/html", PAGE),
      "/docs/": () => page("text/html", PAGE),
      "/docs/start.js": () => page("text/javascript", START),
      "/docs/swagger-ui.css": asset("text/css", "swagger-ui.css"),
      "/docs/swagger-ui-bundle.js": asset("text/javascript", "swagger-ui-bundle.js"),
    }),
  )
  return (path) => pages.get(path)?.()
}

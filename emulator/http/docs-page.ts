import { existsSync, readFileSync } from "node:fs"
import { VERSION } from "../version.ts"
import { pageHeaders } from "./page-headers.ts"
import { JSON_TYPE, type Reply, textReply } from "./reply.ts"

/** Swagger UI lies beside the built files, and in node_modules when the sources run. */
const ASSETS = ["./docs/", "../docs/", "../../node_modules/swagger-ui-dist/"]

const HEADERS = pageHeaders("font-src data:")

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

const page = (contentType: string, text: string): Reply => textReply(`${contentType}; charset=utf-8`, text, HEADERS)

function asset(contentType: string, name: string): Reply {
  const url = ASSETS.map((place) => new URL(place + name, import.meta.url)).find((place) => existsSync(place))
  if (url === undefined) throw new Error(`${name} is missing from the installation`)
  return page(contentType, readFileSync(url, "utf8"))
}

/** The document is loaded when it is first asked for: a server that only serves the API starts without it. */
async function document(): Promise<Reply> {
  const { openApiDocument } = await import("./openapi/document.ts")
  return textReply(JSON_TYPE, JSON.stringify(openApiDocument({ version: VERSION })), HEADERS)
}

/** The API reference: the OpenAPI document and the pages that render it, by path. */
export const docsPages: Readonly<Record<string, () => Reply | Promise<Reply>>> = {
  "/openapi.json": document,
  "/docs": () => page("text/html", PAGE),
  "/docs/": () => page("text/html", PAGE),
  "/docs/start.js": () => page("text/javascript", START),
  "/docs/swagger-ui.css": () => asset("text/css", "swagger-ui.css"),
  "/docs/swagger-ui-bundle.js": () => asset("text/javascript", "swagger-ui-bundle.js"),
}

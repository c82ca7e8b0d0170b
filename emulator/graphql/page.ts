import { type Reply, textReply } from "../wire/index.ts"
import { SDL } from "./sdl.ts"

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/** Returns the page shown at the endpoint, with its address and the schema. The page needs no script and loads nothing. */
export function graphqlPage(url: string): Reply {
  const address = escapeHtml(url.replace(/[?#].*$/s, ""))
  return textReply(
    "text/html; charset=utf-8",
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GraphQL - Hexarium</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
pre { font-size: 14px; overflow: auto }
</style>
<h1>GraphQL</h1>
<p>Send requests with <code>POST</code> to <code>${address}</code>, with the header
<code>Content-Type: application/json</code> and the header <code>Authorization: Bearer TOKEN</code>.
The root <code>login</code> returns a token.</p>
<pre><code>curl ${address} -H 'content-type: application/json' \\
  -d '{"query": "mutation { login(loginInput: {email: \\"EMAIL\\", password: \\"PASSWORD\\"}) { token } }"}'</code></pre>
<h2>Schema</h2>
<pre><code>${escapeHtml(SDL)}</code></pre>
</html>
`,
    HEADERS,
  )
}

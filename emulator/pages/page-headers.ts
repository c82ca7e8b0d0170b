/**
 * The headers of a page: it runs and shows only what this server sends, contacts no other server and can't be framed.
 * `sources` are directives for what else the page needs, its styles among them.
 */
export const pageHeaders = (...sources: readonly string[]): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
})

/** Headers of a request, besides Authorization, that can change its outcome. */
export const OUTCOME_HEADERS = [
  "accept",
  "content-type",
  "origin",
  "referer",
  "x-hexarium-dry-run",
  "x-hexarium-unknown-fields",
] as const

/** Values of headers. An absent one is that of an ordinary request with a JSON body. An empty content type means that there was none. */
export type OutcomeHeaders = Readonly<Partial<Record<(typeof OUTCOME_HEADERS)[number], string>>>

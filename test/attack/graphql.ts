import { HOSTILE_DOCUMENTS } from "../graphql/hostile.ts"
import type { Try } from "./suites.ts"

const HEADERS = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }

const document = (query: unknown, variables?: unknown): string => JSON.stringify({ query, variables })

/** Bodies that the gateway refuses or answers, and the headers that differ from the usual ones. */
const BODIES: readonly (readonly [body: string, headers?: Readonly<Record<string, string>>])[] = [
  ...Object.values(HOSTILE_DOCUMENTS).map((query) => [document(query)] as const),
  [`[${document("{ __typename }")},`.repeat(2000)],
  [JSON.stringify(Array.from({ length: 2000 }, () => ({ query: "{ __typename }" })))],
  ['{"query": "{ __typename }", "variables": {"__proto__": {"polluted": 1}}}'],
  [document("{ __typename }", { __proto__: null, constructor: { prototype: { polluted: 1 } } })],
  [`{"query": "{ __typename }", "variables": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  [document("query($a: [String!]!) { __typename }", { a: Array.from({ length: 90_000 }, () => 1) })],
  [document("query($a: Int) { workspaceUsage(workingspaceId: $a) { w_id } }", { a: "x".repeat(10_000_000) })],
  [document("\u0000".repeat(60_000))],
  [document(`"${"\\u{10ffff}".repeat(5000)}"`)],
  [document(`{ ${"\u202e".repeat(10_000)} }`)],
  [document("{".repeat(65_000))],
  [document("#".repeat(65_000))],
  [document("x".repeat(15_000_000))],
  [document({ query: "{ __typename }" })],
  [document("{ __typename }"), { "content-type": "multipart/form-data; boundary=x" }],
  [document("{ __typename }"), { "content-type": "text/plain" }],
  [document("{ workspaces { current_workspace_id } }"), { authorization: `Bearer ${"x".repeat(8000)}` }],
  [document("{ workspaces { current_workspace_id } }"), { authorization: "Bearer undefined" }],
]

/** GraphQL requests that are malformed, too large or expensive. None changes the world or stops the server. */
export const graphqlTries: readonly Try[] = [
  ...BODIES.map(
    ([body, headers]): Try =>
      async ({ url }) => {
        const answer = await fetch(`${url}/graphql`, { method: "POST", headers: { ...HEADERS, ...headers }, body })
        const text = await answer.text()
        if ([200, 400, 413, 415].includes(answer.status) && text.length < 2_000_000) return undefined
        return `${body.slice(0, 80)} answered ${answer.status} with ${text.length} characters: ${text.slice(0, 80)}`
      },
  ),
  ...["GET", "PUT", "DELETE", "PATCH", "HEAD"].map(
    (method): Try =>
      async ({ url }) => {
        const answer = await fetch(`${url}/graphql?query={__typename}`, { method, headers: HEADERS })
        await answer.arrayBuffer()
        return answer.status === 405 ? undefined : `${method} /graphql answered ${answer.status}`
      },
  ),
]

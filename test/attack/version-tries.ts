import type { Try } from "./suites.ts"
import { type Attacked, exchange } from "./target.ts"

const ADA = { authorization: "Bearer ada-fixed-token-1" }
const JSON_TYPE = { "content-type": "application/json" }
const STORE = "/api/v0/applications/DESK/datastores/TICKETS"

const ask = async ({ url }: Attacked, path: string, init: RequestInit): Promise<number> => {
  const answer = await fetch(url + path, init)
  await answer.arrayBuffer()
  return answer.status
}

const faultOf = (what: string, status: number, isFine: boolean) => (isFine ? undefined : `${what} answered ${status}`)

const PAST: readonly string[] = [
  ...["0", "-1", "999999999999", "-0", "1e3", "0x1", "@", "before:1", "after:999999999999", "2026-01-01T00:00:00Z"],
  ...["%00", "..%2f..", "9".repeat(8000), "-".repeat(8000), "@main@main@0"],
]
const AT_VERSION = [
  ["POST", `${STORE}/items/new`, '{"item":{"Subject":"past"}}'],
  ["POST", `${STORE}/items/search`, '{"page":1,"per_page":0}'],
  ["POST", "/api/v0/login", '{"email":"ada@acme.test","password":"correct-horse-1"}'],
  ["POST", "/graphql", '{"query":"mutation { logout { success } }"}'],
  ["GET", "/hub", undefined],
  ["POST", "/hub/negotiate", "{}"],
  ["GET", "/app/reset", undefined],
] as const
const AT_CONTROL = [
  ["GET", "/export"],
  ["GET", "/requests"],
  ["POST", "/reset"],
  ["POST", "/rewind"],
  ["POST", "/clock"],
  ["DELETE", ""],
] as const

/** Requests at versions of the past, also at those that do not exist, by path and by header, to the API, the hub and the control plane. */
export const versionTries: readonly Try[] = [
  ...PAST.flatMap((version) =>
    AT_VERSION.flatMap(([method, path, body]) =>
      [`/w/main@${version}${path}`, path].map(
        (asked): Try =>
          async (target) => {
            const named = asked === path && !version.includes("%") ? { "x-hexarium-world": `main@${version}` } : {}
            if (asked === path && version.includes("%")) return undefined
            const headers = { ...ADA, ...JSON_TYPE, ...named }
            const status = await ask(target, asked, { method, headers, ...(body !== undefined && { body }) })
            // GraphQL refuses with status 200 and errors.
            const isRead = path.endsWith("/search") || path === "/graphql"
            return faultOf(
              `${method} ${asked.slice(0, 80)}`,
              status,
              isRead ? status < 500 : status >= 400 && status < 500,
            )
          },
      ),
    ),
  ),
  ...PAST.flatMap((version) =>
    AT_CONTROL.map(
      ([method, path]): Try =>
        async (target) => {
          const headers = { ...JSON_TYPE, "x-hexarium": "1" }
          const body = method === "POST" ? { body: '{"version":0,"advance":"1h"}' } : {}
          const status = await ask(target, `/_hexarium/worlds/main@${version}${path}`, { method, headers, ...body })
          const isRead = path === "/export"
          return faultOf(
            `${method} main@${version.slice(0, 20)}${path}`,
            status,
            isRead ? status < 500 : status >= 400 && status < 500,
          )
        },
    ),
  ),
  ...[{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }].map(
    (page): Try =>
      async (target) => {
        const status = await ask(target, "/w/main@0/api/v0/userinfo", { headers: { ...ADA, ...page } })
        return faultOf(`a version for ${JSON.stringify(page)}`, status, status === 403)
      },
  ),
  async ({ url }) => {
    const lines = ["GET /w/main@0/hub HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket"]
    const key = ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
    const status = Number((await exchange(url, [...lines, ...key].join("\r\n"), 1000)).slice(9, 12))
    return faultOf("a WebSocket at a version", status, status === 403)
  },
]

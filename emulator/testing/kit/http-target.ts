import { table } from "../../api/contract/table.ts"
import { bytesOf, readBody } from "./file-contents.ts"
import type { KitRequest, Target, TargetSource } from "../../kit/targets.ts"

/** Sends a request: `fetch` itself, or an app's. */
export type Send = (request: Request) => Promise<Response>

/** What is read of an exported world. */
interface Exported {
  readonly workspaces?: readonly {
    readonly applications?: readonly {
      readonly datastores?: readonly { readonly d_id: string; readonly items?: readonly { readonly i_id: string }[] }[]
    }[]
  }[]
}

const CONTROL_HEADERS = { "x-hexarium": "1", "content-type": "application/json" }
const TEN_YEARS_IN_HOURS = 87_600

/** Sends to a server; its control plane is shown the token that it asks clients of other machines for. */
export const sendTo =
  (token: string | undefined): Send =>
  (request) => {
    if (token !== undefined && new URL(request.url).pathname.startsWith("/_hexarium/")) {
      request.headers.set("authorization", `Bearer ${token}`)
    }
    return fetch(request)
  }

/** The path of an operation with its parameters filled in, below /api/v0. */
export function requestPath(request: KitRequest): string {
  const path = table[request.operation].paths[0].replaceAll(/:([\w-]+)/g, (_, name: string) =>
    encodeURIComponent(request.params?.[name] ?? ""),
  )
  const query = new URLSearchParams(request.query).toString()
  return query === "" ? path : `${path}?${query}`
}

/** The targets behind an HTTP interface: each is a world forked from the one the base_url names (control.md section 2). */
export function httpTargets(kind: "app" | "url", baseUrl: string, send: Send, world = "main"): TargetSource {
  return {
    kind,
    async open() {
      const made = await control(baseUrl, send, "POST", "/worlds", { from: world })
      // how long a sequence takes must not decide what is due in it
      await control(baseUrl, send, "POST", `/worlds/${made.name}/clock`, { mode: "frozen" })
      return httpTarget(kind, baseUrl, send, made.name)
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: control answers are documented in control.md, and read member by member
async function control(baseUrl: string, send: Send, method: string, path: string, body?: unknown): Promise<any> {
  const response = await send(
    new Request(`${baseUrl}/_hexarium${path}`, {
      method,
      headers: CONTROL_HEADERS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} /_hexarium${path} answered ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** The multipart form of a request that has one. */
function multipartOf({ form, file }: KitRequest): FormData | undefined {
  if (form === undefined && file === undefined) return undefined
  const data = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) data.append(name, value)
  if (file !== undefined) data.append("file", new File([bytesOf(file)], file.name))
  return data
}

function httpTarget(kind: "app" | "url", baseUrl: string, send: Send, name: string): Target {
  const tokens = new Map<string, string>()
  const ask = (method: string, path: string, body?: unknown) =>
    control(baseUrl, send, method, `/worlds/${name}${path}`, body)
  const tokenOf = async (user: string): Promise<string> => {
    const known = tokens.get(user)
    if (known !== undefined) return known
    const { token } = await ask("POST", "/tokens", { user, ttl_hours: TEN_YEARS_IN_HOURS })
    tokens.set(user, token)
    return token
  }
  return {
    kind,
    async call(request) {
      const row = table[request.operation]
      const form = multipartOf(request)
      const isJson = form === undefined && request.body !== undefined
      const response = await send(
        new Request(`${baseUrl}/w/${name}/api/v0${requestPath(request)}`, {
          method: row.method.toUpperCase(),
          headers: {
            authorization: `Bearer ${await tokenOf(request.user)}`,
            ...(isJson ? { "content-type": "application/json" } : {}),
          },
          ...(isJson ? { body: JSON.stringify(request.body) } : form === undefined ? {} : { body: form }),
        }),
      )
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, body: readBody(response.headers.get("content-type") ?? "", body) }
    },
    advance: (ms) => ask("POST", "/clock", { advance: ms }),
    schedule: async () => (await ask("GET", "/schedule")).upcoming,
    now: async () => (await ask("GET", "/clock")).now,
    async listItems(dIds) {
      const { workspaces = [] }: Exported = await ask("GET", "/export")
      const datastores = workspaces.flatMap(({ applications = [] }) =>
        applications.flatMap((one) => one.datastores ?? []),
      )
      return Object.fromEntries(
        datastores
          .filter(({ d_id }) => dIds.includes(d_id))
          .map(({ d_id, items = [] }) => [d_id, items.map(({ i_id }) => i_id)]),
      )
    },
    export: () => ask("GET", "/export"),
    async reset() {
      await ask("POST", "/reset", {})
      tokens.clear()
    },
    async close() {
      await ask("DELETE", "")
    },
  }
}

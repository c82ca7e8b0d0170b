import { table } from "../../api/index.ts"
import { type Control, createControl } from "../../client/index.ts"
import { bytesOf, readBody } from "./file-contents.ts"
import type { KitRequest, ServedTarget, TargetSource } from "./targets.ts"

export interface HttpSource {
  readonly kind: "app" | "url"
  readonly baseUrl: string
  readonly send: (request: Request) => Promise<Response>
  readonly token?: string | undefined
}

interface Exported {
  readonly workspaces?: readonly {
    readonly applications?: readonly {
      readonly datastores?: readonly { readonly d_id: string; readonly items?: readonly { readonly i_id: string }[] }[]
    }[]
  }[]
}

const TEN_YEARS_IN_HOURS = 87_600

export function requestPath(request: KitRequest): string {
  const path = table[request.operation].paths[0].replaceAll(/:([\w-]+)/g, (_, name: string) =>
    encodeURIComponent(request.params?.[name] ?? ""),
  )
  const query = new URLSearchParams(request.query).toString()
  return query === "" ? path : `${path}?${query}`
}

export function httpTargets(source: HttpSource): TargetSource {
  const { kind, baseUrl: url, send, token } = source
  const main = createControl({ url, fetch: send, ...(token !== undefined && { token }) })
  const openServed = async (): Promise<ServedTarget> => {
    const { name } = await main.forkWorld({})
    const control = main.with({ world: name })
    // Freezes the clock. Otherwise, the duration of a sequence would decide which events are due.
    await control.moveClock({ mode: "frozen" })
    return httpTarget(source, control, name)
  }
  return { kind, open: openServed, openServed }
}

function multipartOf({ form, file }: KitRequest): FormData | undefined {
  if (form === undefined && file === undefined) return undefined
  const data = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) data.append(name, value)
  if (file !== undefined) data.append("file", new File([bytesOf(file)], file.name))
  return data
}

function httpTarget({ kind, baseUrl, send }: HttpSource, control: Control, name: string): ServedTarget {
  const tokens = new Map<string, string>()
  const tokenOf = async (user: string): Promise<string> => {
    const token = tokens.get(user) ?? (await control.issueToken({ user, ttl_hours: TEN_YEARS_IN_HOURS })).token
    tokens.set(user, token)
    return token
  }
  return {
    kind,
    async call(request) {
      const form = multipartOf(request)
      const json = form === undefined && request.body !== undefined ? JSON.stringify(request.body) : null
      const response = await send(
        new Request(`${baseUrl}/w/${name}/api/v0${requestPath(request)}`, {
          method: table[request.operation].method.toUpperCase(),
          headers: {
            authorization: `Bearer ${await tokenOf(request.user)}`,
            // The kit's model expects that unknown fields are refused.
            "x-hexarium-unknown-fields": "refuse",
            ...(json !== null && { "content-type": "application/json" }),
          },
          body: json ?? form ?? null,
        }),
      )
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, body: readBody(response.headers.get("content-type") ?? "", body) }
    },
    advance: (ms) => control.moveClock({ advance: ms }),
    schedule: async () => (await control.getSchedule()).upcoming,
    now: async () => (await control.getClock()).now,
    async listItems(dIds) {
      const { workspaces = [] } = (await control.exportWorld()) as Exported
      const datastores = workspaces.flatMap(({ applications = [] }) =>
        applications.flatMap((one) => one.datastores ?? []),
      )
      return Object.fromEntries(
        datastores
          .filter(({ d_id }) => dIds.includes(d_id))
          .map(({ d_id, items = [] }) => [d_id, items.map(({ i_id }) => i_id)]),
      )
    },
    as: (user) => control.as(user),
    export: () => control.exportWorld(),
    capsule: () => control.getCapsule(),
    async reset() {
      await control.resetWorld()
      tokens.clear()
    },
    async close() {
      await control.deleteWorld()
    },
  }
}

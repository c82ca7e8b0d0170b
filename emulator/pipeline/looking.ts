import type { Context } from "hono"
import type { UId, World } from "../../src/inside.ts"
import { type OperationName, table } from "../api/contract/table.ts"
import type { AppEnv } from "../http/app-env.ts"
import type { Hosts } from "../api/http/hosts.ts"
import { bearer } from "./authenticate.ts"

/** Who asks, besides what every request says (control.md section 3, "observing"). */
export interface WhoAsks {
  /** A page of this server, or somebody with a token to observe. */
  readonly via: "dashboard" | undefined
  /** The user of a token to observe, which is in no table. */
  readonly uId: UId | undefined
  /** The request is to leave no trace, if it only reads. */
  readonly isLooking: boolean
}

const STRANGER: WhoAsks = { via: undefined, uId: undefined, isLooking: false }

/** What a request says of who asks. */
export function askingOf(context: Context<AppEnv>, hosts: Hosts): WhoAsks {
  const { req } = context
  const { observeTokens } = context.get("named")
  const token = observeTokens.isUsed ? bearer({ get: (name) => req.header(name) ?? null }) : null
  const uId = token === null ? undefined : observeTokens.userOf(token, Date.now())
  const isOwn = req.header("x-hexarium") === "1" && isOwnPage((name) => req.header(name), hosts)
  if (!isOwn && uId === undefined) return STRANGER
  return { via: "dashboard", uId, isLooking: isOwn && req.header("x-hexarium-observe") === "1" }
}

/** A browser says for its reads only that they are of the same origin, not which. */
function isOwnPage(header: (name: string) => string | undefined, hosts: Hosts): boolean {
  const origin = header("origin")
  return origin === undefined ? header("sec-fetch-site") === "same-origin" : hosts.allowsOrigin(origin)
}

/** Operations that read. GetAutoNumber draws a number. */
const READS = /^(?:get(?!AutoNumber$)|download|itemList$|globalSearch$)/

/** Reads that mark what they read. */
const MARKS: ReadonlySet<OperationName> = new Set(["getItemHistories", "getItemHistoriesOld"])

export const isRead = (name: OperationName): boolean => READS.test(name)

/** Where to look so that no trace is left: a read that marks what it read does so in a fork that nobody keeps. */
export function lookIn<T>(name: OperationName, world: World, look: (world: World) => Promise<T>): Promise<T> {
  if (!MARKS.has(name)) return look(world)
  const copy = world.fork()
  return look(copy).finally(() => copy.ports.blobs.letGo?.(copy))
}

/** As whom a request with a token to observe acts; operations without a token ignore it. */
export const actsAs = (name: OperationName, { uId }: WhoAsks): { readonly actAs?: UId } =>
  uId === undefined || table[name].auth === "public" ? {} : { actAs: uId }

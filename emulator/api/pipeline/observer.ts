import type { Context } from "hono"
import { invalidParams, type Lang, type UId } from "../../../src/model/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { bearer, type RequestHeaders } from "../../wire/index.ts"
import { copyIn } from "../../worlds/index.ts"
import type { AppEnv } from "../http/app-env.ts"
import type { Hosts } from "../http/hosts.ts"

/** Describes whether and how a request's client observes the world (control.md section 3, "observing"). */
export interface Observer {
  /** `dashboard` if the request comes from a page of this server or has an observe token. */
  readonly via: "dashboard" | undefined
  /** User of the observe token; undefined if the request has no observe token. */
  readonly uId: UId | undefined
  /** If true, reads are not logged and mark nothing as read. */
  readonly isObserving: boolean
}

const NO_OBSERVER: Observer = { via: undefined, uId: undefined, isObserving: false }

export function observerOf(
  { req, get }: Context<AppEnv>,
  { hosts, strict }: { readonly hosts: Hosts; readonly strict: boolean },
): Observer {
  const { observeTokens } = get("named")
  const token = observeTokens.isUsed ? bearer(req.raw.headers, strict) : null
  const uId = token === null ? undefined : observeTokens.userOf(token, Date.now())
  const isOwn = req.header("x-hexarium") === "1" && isOwnPage((name) => req.header(name), hosts)
  if (!isOwn && uId === undefined) return NO_OBSERVER
  return { via: "dashboard", uId, isObserving: isOwn && req.header("x-hexarium-observe") === "1" }
}

/** Returns whether a page of this server sent the request. For reads, browsers send `sec-fetch-site` but no origin. */
function isOwnPage(header: (name: string) => string | undefined, hosts: Hosts): boolean {
  const origin = header("origin")
  return origin === undefined ? header("sec-fetch-site") === "same-origin" : hosts.allowsOrigin(origin)
}

/** Read operations that mark their results as read, by the API's name. */
const MARKS: ReadonlySet<string> = new Set(["GetItemHistories", "GetItemHistoriesOld"])

/**
 * Runs reads without changing the world. Reads that mark their results, or that want names in another language than the
 * world's, run in a temporary copy of the world. `names` are the API's names of the operations. Rejects if the language
 * is unknown.
 */
export async function readWithoutTrace<T>(
  names: readonly string[],
  headers: RequestHeaders,
  world: EngineWorld,
  look: (world: EngineWorld) => Promise<T>,
): Promise<T> {
  const { lang: own } = world.state.scalars.settings
  const lang = headers.get("x-hexarium-lang") ?? own
  if (!isLang(lang)) throw invalidParams(`X-Hexarium-Lang: expected en or ja, received ${JSON.stringify(lang)}`)
  if (lang === own && !names.some((name) => MARKS.has(name))) return look(world)
  const copy = copyIn(world, lang)
  return look(copy).finally(() => copy.ports.blobs.release?.(copy))
}

const isLang = (text: string): text is Lang => text === "en" || text === "ja"

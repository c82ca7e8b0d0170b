import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import type { MiddlewareHandler } from "hono"
import { type DomainError, noPrivileges } from "../../../src/model/index.ts"
import { type Hosts, isLoopback, logBlockedIn, presentError } from "../../api/index.ts"
import type { Worlds } from "../../worlds/index.ts"
import type { ControlEnv } from "../control-env.ts"
import type { ControlOrigins } from "./control-origins.ts"

/** The other machines and origins that may use the control plane (control.md section 4). Default: none. */
export interface RemoteControl {
  /** Bearer token required from clients on other machines. */
  readonly controlToken?: string | undefined
  /** Whether clients on other machines need no token. */
  readonly allowRemoteControl?: boolean | undefined
  /** Other origins whose pages may use the control plane, e.g. `https://app.example`. */
  readonly controlOrigins?: readonly string[] | undefined
}

/** Returns a header's value; undefined if the request lacks the header. */
export type HeaderOf = (name: string) => string | undefined

/** The rules for clients of the control plane (control.md section 4). */
export interface Guards {
  /** The log of the world `main` contains refused requests. */
  readonly worlds: Worlds
  readonly hosts: Hosts
  readonly remote: RemoteControl
  readonly origins: ControlOrigins
}

/** Refuses requests from foreign web pages and from other machines, before routing. */
export function guardControl({
  worlds,
  hosts,
  remote,
  origins,
}: Omit<Guards, "origins"> & Partial<Guards>): MiddlewareHandler<ControlEnv> {
  const findStranger = guardFromRemote(remote)
  return async (context, next) => {
    const { req, env } = context
    const header: HeaderOf = (name) => req.header(name)
    const refusal = findForeignPage(req.method, header, hosts, origins) ?? findStranger(env?.incoming?.socket, header)
    if (refusal === undefined) return await next()
    logBlockedIn(context, worlds.main, req.path, presentError(refusal, null))
    throw refusal
  }
}

/**
 * Returns the error for a request from a foreign page; undefined for other requests. Foreign reads are refused too,
 * because they cost time and reveal that a server is running. The check of the origin also prevents DNS rebinding.
 */
export function findForeignPage(
  method: string,
  header: HeaderOf,
  hosts: Hosts,
  origins?: ControlOrigins,
): DomainError | undefined {
  const origin = header("origin")
  if (!origins?.allows(origin)) {
    if (origin !== undefined && !hosts.allowsOrigin(origin)) {
      return noPrivileges(`pages of ${origin} may not use the control plane; allow the origin with --control-origin`)
    }
    if (header("sec-fetch-site") === "cross-site")
      return noPrivileges("pages of other sites may not use the control plane; allow an origin with --control-origin")
  }
  if (method === "GET" || method === "HEAD" || header("x-hexarium") === "1") return undefined
  return noPrivileges("requests other than GET need the header X-Hexarium: 1")
}

/**
 * Returns a check of requests to a version of the past. Reads by other machines need `--allow-remote-control`: the token of
 * `--control-token` can't be sent, because the Authorization header has the user's token (insight.md section 1).
 */
export const guardVersions =
  ({ hosts, remote, origins }: Omit<Guards, "worlds">) =>
  (peer: Peer, header: HeaderOf): DomainError | undefined => {
    const foreign = findForeignPage("GET", header, hosts, origins)
    if (foreign !== undefined || remote.allowRemoteControl || isFromHere(peer, header)) return foreign
    return noPrivileges("versions of the past serve this machine only; use --allow-remote-control")
  }

type Peer = { readonly remoteAddress?: string | undefined } | undefined

/** Returns a check that refuses other machines, direct or through a proxy, unless they are allowed. */
export function guardFromRemote({ controlToken, allowRemoteControl = false }: RemoteControl) {
  const expected = controlToken === undefined ? undefined : sha256(utf8ToBytes(controlToken))
  return (peer: Peer, header: HeaderOf): DomainError | undefined => {
    if (allowRemoteControl || isFromHere(peer, header)) return undefined
    if (expected === undefined) {
      return noPrivileges("the control plane serves this machine only; use --control-token or --allow-remote-control")
    }
    const presented = /^Bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1]
    if (presented !== undefined && areEqual(sha256(utf8ToBytes(presented)), expected)) return undefined
    return noPrivileges("the control plane requires the bearer token of --control-token from other machines")
  }
}

/** Compares two byte arrays in constant time. */
function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (const [at, byte] of left.entries()) difference |= byte ^ (right[at] ?? 0)
  return difference === 0
}

/**
 * Returns whether a request comes from this machine. A call in process has no peer and counts as local. Proxies on this
 * machine name the client in headers, which clients can't remove.
 */
function isFromHere(peer: Peer, header: HeaderOf): boolean {
  if (peer !== undefined && !isLoopback(peer.remoteAddress ?? "")) return false
  return forwardedFor(header).every(isLoopback)
}

/** Returns the client addresses from the headers that proxies add. */
function forwardedFor(header: HeaderOf): string[] {
  const plain = [header("x-forwarded-for"), header("x-real-ip")].flatMap((text) => text?.split(",") ?? [])
  const named = header("forwarded")
    ?.split(/[,;]/)
    .flatMap((part) => /^\s*for\s*=\s*"?([^"]*)/i.exec(part)?.[1] ?? [])
  return [...plain, ...(named ?? [])].map((text) => text.trim())
}

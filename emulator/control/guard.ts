import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import type { MiddlewareHandler } from "hono"
import { type DomainError, noPrivileges } from "../../src/inside.ts"
import { type Hosts, isLoopback } from "../api/http/hosts.ts"
import type { ControlEnv } from "./control-env.ts"

/** Who besides this machine may use the control plane (control.md section 4); nobody when neither is given. */
export interface RemoteControl {
  /** Clients of other machines may, with this as their bearer token. */
  readonly controlToken?: string | undefined
  /** Everybody may who reaches the server. */
  readonly allowRemoteControl?: boolean | undefined
}

/** The header of a request; undefined when absent. */
type HeaderOf = (name: string) => string | undefined

/** Keeps web pages and other machines out, before a route is looked for. */
export function guardControl(hosts: Hosts, remote: RemoteControl): MiddlewareHandler<ControlEnv> {
  const findStranger = guardFromRemote(remote)
  return async ({ req, env }, next) => {
    const header: HeaderOf = (name) => req.header(name)
    const refusal = findForeignPage(req.method, header, hosts) ?? findStranger(env?.incoming?.socket, header)
    if (refusal !== undefined) throw refusal
    await next()
  }
}

/**
 * A page of another origin can't send the header without a preflight, which is never answered favourably, and a rebound name doesn't
 * pass as this machine's. Reads change nothing, but they cost time and tell a page that it found the server.
 */
function findForeignPage(method: string, header: HeaderOf, hosts: Hosts): DomainError | undefined {
  const origin = header("origin")
  if (origin !== undefined && !hosts.allowsOrigin(origin)) {
    return noPrivileges(`pages of ${origin} may not control the emulator`)
  }
  if (header("sec-fetch-site") === "cross-site")
    return noPrivileges("pages of other sites may not control the emulator")
  if (method === "GET" || method === "HEAD" || header("x-hexarium") === "1") return undefined
  return noPrivileges("requests other than GET need the header X-Hexarium: 1")
}

type Peer = { readonly remoteAddress?: string | undefined } | undefined

/** The refusal of a request that came from another machine, itself or by a proxy that says so. */
function guardFromRemote({ controlToken, allowRemoteControl = false }: RemoteControl) {
  const expected = controlToken === undefined ? undefined : sha256(utf8ToBytes(controlToken))
  return (peer: Peer, header: HeaderOf): DomainError | undefined => {
    if (allowRemoteControl || isFromHere(peer, header)) return undefined
    if (expected === undefined) {
      return noPrivileges("the control plane answers this machine only; see --control-token and --allow-remote-control")
    }
    const presented = /^Bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1]
    if (presented !== undefined && areEqual(sha256(utf8ToBytes(presented)), expected)) return undefined
    return noPrivileges("the control plane asks clients of other machines for the bearer token of --control-token")
  }
}

/** Takes the same time wherever the first difference is. */
function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (const [at, byte] of left.entries()) difference |= byte ^ (right[at] ?? 0)
  return difference === 0
}

/** In process there is no peer. A proxy on this machine names whom it asks for, and no client can take such a name away. */
function isFromHere(peer: Peer, header: HeaderOf): boolean {
  if (peer !== undefined && !isLoopback(peer.remoteAddress ?? "")) return false
  return forwardedFor(header).every(isLoopback)
}

/** The addresses that proxies asked for, as far as they tell. */
function forwardedFor(header: HeaderOf): string[] {
  const plain = [header("x-forwarded-for"), header("x-real-ip")].flatMap((text) => text?.split(",") ?? [])
  const named = header("forwarded")
    ?.split(/[,;]/)
    .flatMap((part) => /^\s*for\s*=\s*"?([^"]*)/i.exec(part)?.[1] ?? [])
  return [...plain, ...(named ?? [])].map((text) => text.trim())
}

import { invalidParams, requireSingleLine } from "../../model/index.ts"
import type { View } from "../../state/index.ts"

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HTTP_URL = /^https?:\/\/[^\s/?#\\]/i
const HOST = /^[\p{L}\p{N}._~-]+(?::\d{1,5})?(?:\/|$)|^\[[0-9a-f:.]+\](?::\d{1,5})?(?:\/|$)/iu
const LOOPBACK = /^(?:localhost|127\.)/i

/** Returns the URL to which the link with a confirmation ID redirects (model.md section 12.3). */
export type RedirectTarget = (id: string) => string

export interface RedirectPage {
  /** Value of `registration_path`: an absolute http(s) URL or a path. */
  readonly path?: string | undefined
  /** Host for a relative path. Default: the host of the management UI. */
  readonly hostname?: string | undefined
  readonly protocol?: string | undefined
}

/** Returns the function that makes the redirect URL of registration and e-mail change links. */
export function redirectTarget(view: View, page: RedirectPage): RedirectTarget {
  requireSingleLine("registration_path", page.path)
  const { path = "" } = page
  if (SCHEME.test(path)) {
    if (!HTTP_URL.test(path)) throw invalidParams(`registration_path: expected an http or https URL, received ${path}`)
    return checkLength((id) => headerSafe(withConfirmationId(path, id)))
  }
  const base = page.hostname ? `${protocolOf(page.protocol)}://${hostOf("hostname", page.hostname)}` : appUrl(view)
  return checkLength((id) => headerSafe(`${base}/${trimSlashes(path) || "confirm_email"}/${id}`))
}

export interface PasswordPage {
  /** Scheme and host of the page. Default: scheme and host of the management UI. */
  readonly host?: string | undefined
  /** Path of the page, to which the confirmation ID is appended. Default: `reset_password`. */
  readonly rootPath?: string | undefined
  /** Query string; a leading `?` is optional. */
  readonly queryParams?: string | undefined
}

/** Returns the function that makes the redirect URL of password links. */
export function passwordTarget(view: View, { host, rootPath = "", queryParams }: PasswordPage): RedirectTarget {
  requireSingleLine("host", host)
  requireSingleLine("root_path", rootPath)
  requireSingleLine("query_params", queryParams)
  if (host && !HTTP_URL.test(host)) throw invalidParams(`host: expected an http or https URL, received ${host}`)
  const base = host ? trimSlashes(host) : appUrl(view)
  const query = queryParams ? `?${queryParams.startsWith("?") ? queryParams.slice(1) : queryParams}` : ""
  return checkLength((id) => headerSafe(`${base}/${trimSlashes(rootPath) || "reset_password"}/${id}${query}`))
}

/** Returns the function that makes an invitation's link. Without a domain, no mail is sent and the link leads to the management UI. */
export function invitationTarget(view: View, domain: string | undefined, path = ""): RedirectTarget {
  requireSingleLine("domain", domain)
  requireSingleLine("invitation_path", path)
  const base = domain ? invitationBase(domain) : appUrl(view)
  return checkLength((id) => headerSafe(`${base}/${trimSlashes(path) || "confirm_email"}/${id}`))
}

function invitationBase(domain: string): string {
  const [scheme = ""] = /^https?:\/\//i.exec(domain) ?? []
  const host = hostOf("domain", domain.slice(scheme.length))
  return `${scheme || (LOOPBACK.test(host) ? "http://" : "https://")}${host}`
}

function protocolOf(protocol: string | undefined): string {
  const name = (protocol || "https").toLowerCase().replace(/:(?:\/\/)?$/, "")
  if (name !== "http" && name !== "https") throw invalidParams(`protocol: expected http or https, received ${protocol}`)
  return name
}

function hostOf(name: string, text: string): string {
  requireSingleLine(name, text)
  if (!HOST.test(text)) throw invalidParams(`${name}: expected a host name, received ${text}`)
  return trimSlashes(text)
}

/** Returns the URL of the management UI. If the setting is only a path, it is relative to the world's base URL. */
function appUrl({ settings, baseUrl }: View): string {
  const { appUrl: given } = settings
  return given.startsWith("/") ? `${trimSlashes(baseUrl)}/${trimSlashes(given)}` : trimSlashes(given)
}

function withConfirmationId(url: string, id: string): string {
  const hash = url.indexOf("#")
  const page = hash < 0 ? url : url.slice(0, hash)
  const joint = !page.includes("?") ? "?" : /[?&]$/.test(page) ? "" : "&"
  return `${page}${joint}confirmation_id=${id}${hash < 0 ? "" : url.slice(hash)}`
}

function trimSlashes(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === "/") start += 1
  while (end > start && text[end - 1] === "/") end -= 1
  return text.slice(start, end)
}

/** Maximum length of a link in characters. Common clients reject responses with more than 16 KiB of headers. */
const MAX_CHARACTERS = 8000

function checkLength(target: RedirectTarget): RedirectTarget {
  if (target("0".repeat(24)).length > MAX_CHARACTERS)
    throw invalidParams(`the link must have at most ${MAX_CHARACTERS} characters`)
  return target
}

/** Percent-encodes the characters that headers don't allow. Characters that are already encoded remain unchanged. */
const headerSafe = (url: string): string =>
  url
    .replaceAll(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
    .replaceAll(/[<>"\\^`{|}]/g, encodeURIComponent)

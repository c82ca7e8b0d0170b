import { isSecretName } from "../../../src/model/index.ts"

/** Matches words joined by dots, such as the three parts of a JSON Web Token. */
const DOTTED_WORD = /[\w.-]+/g
const TOKEN_START = /\beyJ[\w-]{5}/
/** Maximum number of secrets. The bodies of a request with more secrets are not shown. */
const MAX_SECRETS = 100
/** Maximum depth of the search for secrets. No accepted body is nested this deeply. */
const MAX_DEPTH = 100
/** Returns whether to hide a secret inside longer strings too. The password `status`, say, would hide every status. */
const isDistinctive = (secret: string): boolean => secret.length >= 3 && /[^a-z]/i.test(secret)
/** Secrets with fewer characters occur inside many words, so they are hidden only as whole words. */
const STANDS_OUT = 6

const HIDDEN_TEXT = "***"

function presentedSecrets(authorization: string | null): Set<string> {
  const token = authorization?.replace(/^Bearer +/i, "")
  return new Set(token === undefined || token === "" ? [] : [token])
}

/** Matches paths that contain a secret confirmation ID, as the query parameter `id` or as the last segment. */
const CONFIRMING =
  /^(?:\/w\/[^/]+)?\/(?:api\/v0\/users\/(?:registration\/confirm|password\/(?:forgot|validate)|confirmations)|app(?:\/[^/?]+)*?)(?:\/([^/?]+))?(?:\?|$)/

const CALL = /^\/_hexarium\/worlds\/[^/]+\/call$/

export function confirmationsIn(path: string, request: unknown): string[] {
  if (CALL.test(path)) return textAt(propertyOf(request, "input"), "id")
  const named = CONFIRMING.exec(path)
  if (named === null) return []
  const query = path.includes("?") ? new URLSearchParams(path.slice(path.indexOf("?"))) : undefined
  const inPath = [named[1], query?.get("id")].filter((id) => typeof id === "string" && id !== "") as string[]
  return [...inPath, ...textAt(request, "id")]
}

/** Returns one object per query parameter of a path. */
export const queryMembers = (path: string): Readonly<Record<string, string>>[] =>
  path.includes("?")
    ? [...new URLSearchParams(path.slice(path.indexOf("?")))].map(([name, value]) => ({ [name]: value }))
    : []

function textAt(value: unknown, name: string): string[] {
  const text = propertyOf(value, name)
  return typeof text === "string" && text !== "" ? [text] : []
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** Collects a request's passwords and tokens. `areAll` is false if the search stopped at a limit. */
export function secretsIn(authorization: string | null, ...values: readonly unknown[]) {
  const secrets = presentedSecrets(authorization)
  const areAll = values.every((value) => collect(value, false, secrets, 0))
  return { secrets: secrets as ReadonlySet<string>, areAll }
}

/** Collects the secrets of a value. Returns false if the search stopped at a limit. */
function collect(value: unknown, isSecret: boolean, secrets: Set<string>, depth: number): boolean {
  if (typeof value === "string") {
    if (isSecret && value !== "") secrets.add(value)
    return secrets.size <= MAX_SECRETS
  }
  if (value === null || typeof value !== "object") return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((element) => collect(element, isSecret, secrets, depth + 1))
  return Object.entries(value).every(([name, member]) =>
    collect(member, isSecret || isSecretName(name), secrets, depth + 1),
  )
}

/** Hides secrets in all strings of a JSON value, and all values whose property names suggest secrets. */
export function redactedValue(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === "string") return secrets.has(value) ? HIDDEN_TEXT : redactedText(value, secrets)
  if (value === null || typeof value !== "object") return value
  if (Array.isArray(value)) return value.map((element) => redactedValue(element, secrets))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactedText(name, secrets), redactedMember(name, member, secrets)]),
  )
}

const redactedMember = (name: string, member: unknown, secrets: ReadonlySet<string>): unknown =>
  isSecretName(name) ? hiddenValue(member, secrets) : redactedValue(member, secrets)

/** Hides a value under a secret name, with all of its elements and properties. */
function hiddenValue(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === "string" || typeof value === "number") return HIDDEN_TEXT
  if (Array.isArray(value)) return value.map((element) => hiddenValue(element, secrets))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactedText(name, secrets), hiddenValue(member, secrets)]),
  )
}

function redactedText(text: string, secrets: ReadonlySet<string>): string {
  let shown = text.includes("eyJ") ? text.replaceAll(DOTTED_WORD, withoutTokens) : text
  for (const secret of secrets) {
    if (secret.length > shown.length || !isDistinctive(secret)) continue
    shown = secret.length < STANDS_OUT ? withoutWord(shown, secret) : shown.replaceAll(secret, HIDDEN_TEXT)
  }
  return shown
}

const IN_WORD = /[\p{L}\p{N}_]/u

function withoutWord(text: string, word: string): string {
  let shown = ""
  let from = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, from)) {
    const isPart = IN_WORD.test(text.charAt(at - 1)) || IN_WORD.test(text.charAt(at + word.length))
    shown += text.slice(from, at) + (isPart ? word : HIDDEN_TEXT)
    from = at + word.length
  }
  return shown + text.slice(from)
}

/** Hides tokens in words joined by dots: each part that begins like a token, and the next two parts. */
function withoutTokens(dotted: string): string {
  const parts = dotted.split(".")
  const shown: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] as string
    const start = at + 2 < parts.length && parts[at + 1] !== "" ? part.search(TOKEN_START) : -1
    shown.push(start < 0 ? part : part.slice(0, start) + HIDDEN_TEXT)
    if (start >= 0) at += 2
  }
  return shown.join(".")
}

export function redactedPath(path: string, secrets: ReadonlySet<string>): string {
  const at = path.indexOf("?")
  if (at < 0) return redactedText(path, secrets)
  const query = new URLSearchParams(path.slice(at + 1))
  const parts = [...query].map(([name, value]) => {
    const shown = isSecretName(name) || secrets.has(value) ? HIDDEN_TEXT : redactedText(value, secrets)
    return `${encodeURIComponent(name)}=${encodeURIComponent(shown)}`
  })
  return `${redactedText(path.slice(0, at), secrets)}?${parts.join("&")}`
}

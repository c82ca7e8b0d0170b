/** Members whose texts are passwords or tokens. */
const SECRET_NAME = /password|passwd|token|secret|authorization/i
/** A JSON Web Token wherever it stands. */
const JWT = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g
/**
 * Secrets that are also removed from inside longer texts. Plain words are not, or the password `status` would erase every
 * status.
 */
const isTellable = (secret: string): boolean => secret.length >= 6 && /[^a-z]/i.test(secret)

const HIDDEN = "***"

/** The passwords and tokens of a request: what was presented, and every text under a name that says so. */
export function secretsIn(authorization: string | null, ...values: readonly unknown[]): ReadonlySet<string> {
  const secrets = new Set<string>()
  const token = authorization?.replace(/^Bearer +/i, "")
  if (token !== undefined && token !== "") secrets.add(token)
  for (const value of values) collect(value, false, secrets)
  return secrets
}

function collect(value: unknown, isSecret: boolean, secrets: Set<string>): void {
  if (typeof value === "string") {
    if (isSecret && value !== "") secrets.add(value)
  } else if (value !== null && typeof value === "object") {
    for (const [name, member] of Object.entries(value)) collect(member, isSecret || SECRET_NAME.test(name), secrets)
  }
}

/** The same JSON without secrets, under whatever name and inside whatever text they stand. */
export function redactedValue(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === "string") return secrets.has(value) ? HIDDEN : redactedText(value, secrets)
  if (value === null || typeof value !== "object") return value
  if (Array.isArray(value)) return value.map((element) => redactedValue(element, secrets))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactedText(name, secrets), redactedMember(name, member, secrets)]),
  )
}

const redactedMember = (name: string, member: unknown, secrets: ReadonlySet<string>): unknown =>
  SECRET_NAME.test(name) && (typeof member === "string" || typeof member === "number")
    ? HIDDEN
    : redactedValue(member, secrets)

function redactedText(text: string, secrets: ReadonlySet<string>): string {
  let shown = text.replaceAll(JWT, HIDDEN)
  for (const secret of secrets) if (isTellable(secret)) shown = shown.replaceAll(secret, HIDDEN)
  return shown
}

/** A path and its query without secrets. */
export function redactedPath(path: string, secrets: ReadonlySet<string>): string {
  const at = path.indexOf("?")
  if (at < 0) return redactedText(path, secrets)
  const query = new URLSearchParams(path.slice(at + 1))
  const parts = [...query].map(([name, value]) => {
    const shown = SECRET_NAME.test(name) || secrets.has(value) ? HIDDEN : redactedText(value, secrets)
    return `${encodeURIComponent(name)}=${encodeURIComponent(shown)}`
  })
  return `${redactedText(path.slice(0, at), secrets)}?${parts.join("&")}`
}

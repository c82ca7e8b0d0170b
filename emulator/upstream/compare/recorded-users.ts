import type { Fixture } from "../../../src/fixtures/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { recordedCall } from "../har/recorded-call.ts"
import { tokenOf } from "../har/token-of.ts"

type FixtureUser = Fixture["users"][number]

/** Returns the users of a fixture that nobody has checked yet. */
export function usersOf(fixture: Fixture | null): readonly FixtureUser[] {
  const users: unknown = fixture?.users
  if (!Array.isArray(users)) return []
  return users.filter(
    (user: unknown) => typeof user === "object" && user !== null && "email" in user && typeof user.email === "string",
  )
}

/**
 * Gives users of the fixture the passwords with which they log in in the recording. The recording contains placeholders, which the
 * fixture's own passwords would not match. Later changes of a password are replayed.
 */
export function withRecordedPasswords(fixture: Fixture, entries: readonly HarEntry[]): Fixture {
  const passwords = new Map<FixtureUser, string>()
  const users = usersOfTokens(entries)
  for (const entry of entries) {
    const { request, response } = entry
    const operation = recordedCall(request.method, request.url)?.operation
    if (response.status !== 200 || (operation !== "Login" && operation !== "SetPassword")) continue
    const sent = objectIn(request.postData?.text)
    const caller = users.get(tokenOf(entry) ?? "")
    const user = usersOf(fixture).find((one) => (operation === "Login" ? isMeant(one, sent) : isNamed(one, caller)))
    const password = operation === "Login" ? sent.password : sent.old_password
    if (user !== undefined && typeof password === "string" && !passwords.has(user)) passwords.set(user, password)
  }
  if (passwords.size === 0) return fixture
  return {
    ...fixture,
    users: fixture.users.map((user) => {
      const password = passwords.get(user)
      if (password === undefined) return user
      const { password_hash: _, ...others } = user
      return { ...others, password, confirmed: true }
    }),
  }
}

function isMeant(user: FixtureUser, { email, user_code: code }: Readonly<Record<string, unknown>>): boolean {
  const isByAddress = typeof email === "string" && email !== ""
  const isByCode = typeof code === "string" && code !== ""
  if (!isByAddress && !isByCode) return false
  return (
    (!isByAddress || user.email.toLowerCase() === email.toLowerCase()) && (!isByCode || (user.user_code ?? "") === code)
  )
}

const isNamed = ({ email, user_code: code, u_id: uId }: FixtureUser, reference: string | undefined): boolean =>
  reference !== undefined && [uId, code ? `${email}#${code}` : email].includes(reference)

/**
 * Finds the user of each token placeholder in the responses of GetUserInfo and in the tokens themselves. The result maps the placeholder to
 * a u_id or an e-mail address.
 */
export function usersOfTokens(entries: readonly HarEntry[]): ReadonlyMap<string, string> {
  const users = new Map<string, string>()
  for (const entry of entries) {
    const token = tokenOf(entry)
    if (token === undefined) continue
    const { request, response } = entry
    if (typeof entry._user === "string") users.set(token, entry._user)
    if (users.has(token)) continue
    if (recordedCall(request.method, request.url)?.operation !== "GetUserInfo" || response.status !== 200) continue
    const { email, user_code: code } = objectIn(response.content.text)
    if (typeof email === "string") users.set(token, code ? `${email}#${String(code)}` : email)
  }
  return users
}

function objectIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

import { withPauses } from "../../../src/engine/index.ts"
import {
  anonymiseMoment,
  type Capsule,
  type CapsuleOutline,
  type CapsuleRequest,
  collectSecrets,
  packMoment,
} from "../../../src/insight/capsule/index.ts"
import { type CapsuleOptions, GRAPHQL_REQUEST, type Secrets } from "../../../src/insight/index.ts"
import { defined, isSecretName, type UId } from "../../../src/model/index.ts"
import type { State } from "../../../src/state/index.ts"
import { nextTurn, tokenIn } from "../../wire/index.ts"
import { describeChanges, type NamedWorld, type RequestEntry } from "../../worlds/index.ts"
import { chooseRequests, clientRequestOf } from "./chosen-requests.ts"
import { hideRequests, MAX_EFFECTS, recordCapsule } from "./record-capsule.ts"
import { type OpenMoment, replayCapsule } from "./replay-capsule.ts"

export interface CapsuleParts {
  /** Whether the server refuses unknown properties of request bodies. */
  readonly strict: boolean
  /** Serves a world for the replay that gives the capsule's hash. */
  readonly open: OpenMoment
}

/** Writes a capsule of a world's requests. Other requests can run meanwhile. */
export async function writeCapsule(
  named: NamedWorld,
  { requests: wanted = "all", anonymise = false }: CapsuleOptions,
  parts: CapsuleParts,
): Promise<Capsule> {
  const { world } = named
  const { version, entries, changes, leftOut } = chooseRequests(named, wanted)
  const start =
    version === undefined ? { state: world.state, at: world.now, version: world.version } : world.history.find(version)
  const listed = new Set(entries)
  const outline: CapsuleOutline = {
    name: named.name,
    baseUrl: world.baseUrl,
    strict: parts.strict,
    ports: world.ports,
    start,
    changes,
    repeated: changes.filter(({ made }) => {
      const cause = clientRequestOf(made.cause)
      return cause === undefined || !listed.has(cause)
    }),
    requestBefore: ({ sequence }) => {
      const entry = entries.findLast(({ versions }) => versions.before < sequence)
      return entry === undefined ? null : `${entry.id}`
    },
    sentPasswords: passwordsIn(entries, world.state),
    passwords: new Set(entries.flatMap(({ body }) => passwordsOf(objectIn(textOf(body?.content))))),
    sentTokens: tokensIn(entries),
    leftOut: [...leftOut],
  }
  const concealed = collectSecrets(outline)
  const { secrets } = concealed
  // This happens before the first pause, because the log may drop entries later.
  const requests = entries.map((entry) => packRequest(world.view(), entry, secrets))
  const written = { ...(await withPauses(packMoment(outline, concealed), nextTurn)), requests }
  const capsule = anonymise ? await anonymiseCapsule(written, secrets, world.ports, parts.open) : written
  const { hash } = await replayCapsule({ ...capsule, hash: "" }, world.ports, parts.open)
  return { ...capsule, hash }
}

/** Replaces the texts of a capsule. Its responses are those of a replay of the hidden requests in the hidden state. */
async function anonymiseCapsule(
  { requests, ...moment }: Omit<Capsule, "hash">,
  secrets: Secrets,
  ports: NamedWorld["world"]["ports"],
  open: OpenMoment,
): Promise<Omit<Capsule, "hash">> {
  const { packed, hider } = anonymiseMoment(moment)
  const hidden = { ...packed, requests: hideRequests(requests, hider) }
  return { ...packed, ...(await recordCapsule(hidden, secrets, ports, open)) }
}

/** Returns the tokens with which requests were accepted, with their users. */
const tokensIn = (entries: readonly RequestEntry[]): Map<string, UId> =>
  new Map(
    entries.flatMap(({ input, uId }) => {
      const token = input.token === null ? null : tokenIn(input.token)
      return token === null || uId === null ? [] : [[token, uId]]
    }),
  )

function packRequest(
  view: Parameters<typeof describeChanges>[0],
  entry: RequestEntry,
  secrets: Secrets,
): CapsuleRequest {
  const { input, answer, id, at, status, isDryRun, changes } = entry
  const operation = input.path.startsWith("/graphql") ? GRAPHQL_REQUEST : (input.operation ?? "")
  const body = textOf(entry.body?.content)
  const sent = body === undefined ? undefined : secrets.body(body, operation, "application/json")
  const received = textOf(answer?.content)
  return {
    id: `${id}`,
    request: defined({
      at,
      method: input.method,
      path: secrets.url(input.path, operation),
      operation: input.operation,
      authorization: input.token === null ? undefined : secrets.header("authorization", input.token),
      headers: headersOf(entry, secrets),
      dry_run: isDryRun ? (true as const) : undefined,
      body: sent,
    }),
    response: defined({
      status,
      content_type: answer?.contentType ?? undefined,
      body: received === undefined ? undefined : secrets.body(received, operation, answer?.contentType ?? ""),
    }),
    effects: describeChanges(view, changes)
      .slice(0, MAX_EFFECTS)
      .map((text) => secrets.text(text)),
  }
}

/** Returns the headers of a request that can change its outcome. Secrets are replaced. */
function headersOf({ input, body }: RequestEntry, secrets: Secrets): CapsuleRequest["request"]["headers"] {
  // Without a body, a missing content type is usual.
  const headers = Object.entries(input.headers ?? {}).filter(([, value]) => value !== "" || body !== null)
  if (headers.length === 0) return undefined
  return Object.fromEntries(headers.map(([name, value]) => [name, secrets.header(name, value)]))
}

/** Returns a logged body as text; undefined if the log has none or only its size. */
function textOf(content: string | Uint8Array | number | undefined): string | undefined {
  if (content === undefined || typeof content === "number") return undefined
  return typeof content === "string" ? content : new TextDecoder().decode(content)
}

/** Returns the passwords that requests sent, by the users whom they name or who sent them. */
function passwordsIn(entries: readonly RequestEntry[], { tables }: State): Map<UId, Set<string>> {
  const found = new Map<UId, Set<string>>()
  const add = (uId: UId, passwords: readonly string[]) => {
    const all = found.get(uId) ?? new Set()
    for (const password of passwords) all.add(password)
    found.set(uId, all)
  }
  for (const { body, uId } of entries) {
    const sent = objectIn(textOf(body?.content))
    const passwords = passwordsOf(sent)
    if (passwords.length === 0) continue
    if (uId !== null) add(uId, passwords)
    const confirmation = typeof sent.id === "string" ? tables.get("confirmations").get(sent.id) : undefined
    if (confirmation !== undefined) add(confirmation.uId, passwords)
    const email = typeof sent.email === "string" ? sent.email.toLowerCase() : undefined
    if (email === undefined) continue
    tables.get("users").forEach((user) => {
      if (user.email === email) add(user.uId, passwords)
    })
  }
  return found
}

const passwordsOf = (sent: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    isSecretName(name) && /pass/i.test(name) && typeof value === "string" && value !== "" ? [value] : [],
  )

function objectIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

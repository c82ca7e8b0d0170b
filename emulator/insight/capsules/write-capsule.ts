import {
  CAPSULE_FORMAT,
  type Capsule,
  type CapsuleRequest,
  ConcealedRecords,
  packChange,
  packState,
} from "../../../src/insight/capsule/index.ts"
import { GRAPHQL_REQUEST, type KeptChange, patchesOfChange, Secrets } from "../../../src/insight/index.ts"
import { defined, isSecretName, type UId } from "../../../src/model/index.ts"
import type { Token } from "../../../src/model/records/index.ts"
import { type Change, type State, Tx } from "../../../src/state/index.ts"
import { tokenIn } from "../../wire/index.ts"
import { describeChanges, type NamedWorld, type RequestEntry } from "../../worlds/index.ts"
import { chooseRequests, clientRequestOf } from "./chosen-requests.ts"
import { type OpenMoment, replayCapsule } from "./replay-capsule.ts"

export interface CapsuleParts {
  /** Version of Hexarium. */
  readonly hexarium: string
  /** Version of Node; null outside Node. */
  readonly node: string | null
  /** Whether the server refuses unknown properties of request bodies. */
  readonly strict: boolean
  /** Serves a world for the replay that gives the capsule's hash. */
  readonly open: OpenMoment
}

const MAX_EFFECTS = 200

/** Writes a capsule of a world's requests: `all`, an ID or a range. */
export async function writeCapsule(named: NamedWorld, wanted: string, parts: CapsuleParts): Promise<Capsule> {
  const { world } = named
  const { version, entries, changes, leftOut } = chooseRequests(named, wanted)
  const start =
    version === undefined ? { state: world.state, at: world.now, version: world.version } : world.history.find(version)
  const secrets = new Secrets()
  const concealed = new ConcealedRecords(secrets, world.ports.passwords, passwordsIn(entries, start.state))
  concealed.learn(start.state)
  for (const change of changes) concealed.learnPatches(patchesOfChange(change))
  const state = withTokens(start.state, entries, changes)
  const listed = new Set(entries)
  const others = changes.flatMap((change) => {
    const cause = clientRequestOf(change.made.cause)
    return cause !== undefined && listed.has(cause) ? [] : [change]
  })
  const redone = others.map(changeOf)
  const capsule: Omit<Capsule, "hash"> = {
    format: CAPSULE_FORMAT,
    made_by: { hexarium: parts.hexarium, node: parts.node },
    world: { name: named.name, base_url: world.baseUrl, version: start.version, at: start.at, strict: parts.strict },
    state: packState(state, redone, world.ports.blobs, concealed, secrets),
    requests: entries.map((entry) => packRequest(world.view(), entry, secrets)),
    changes: redone.map((change) => packChange(change, requestBefore(entries, change), concealed, secrets)),
    left_out: [...leftOut],
  }
  const { hash } = await replayCapsule({ ...capsule, hash: "" }, world.ports, parts.open)
  return { ...capsule, hash }
}

const changeOf = (kept: KeptChange): Change => ({
  sequence: kept.version.version,
  at: kept.version.at,
  actor: kept.made.actor,
  operation: kept.made.operation,
  notifiesSender: false,
  patches: patchesOfChange(kept),
  scalars: kept.version.state.scalars,
})

/** Returns the ID of the last request that met the version before a change; null if there is none. */
const requestBefore = (entries: readonly RequestEntry[], { sequence }: Change): string | null => {
  const entry = entries.findLast(({ versions }) => versions.before < sequence)
  return entry === undefined ? null : `${entry.id}`
}

/**
 * Adds the tokens with which the requests were accepted, but which the world does not store: those of clients that observe the world.
 */
function withTokens(state: State, entries: readonly RequestEntry[], changes: readonly KeptChange[]): State {
  const known = new Set(changes.flatMap((change) => patchesOfChange(change).map(({ id }) => id)))
  const unknown = new Map<string, UId>()
  for (const { input, uId } of entries) {
    const token = input.token === null ? null : tokenIn(input.token)
    if (token === null || uId === null || known.has(token) || state.tables.get("tokens").get(token) !== undefined)
      continue
    unknown.set(token, uId)
  }
  if (unknown.size === 0) return state
  const { startedAt } = state.scalars
  const tx = new Tx(state, startedAt, "")
  for (const [at, [token, uId]] of [...unknown].entries()) {
    const record: Token = {
      token,
      uId,
      jti: `capsule-${at + 1}`,
      expiresAt: null,
      isFixed: false,
      createdAt: startedAt,
    }
    tx.put("tokens", record)
  }
  return tx.commit()
}

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

/** Returns a logged body as text; undefined if the log has none or only its size. */
function textOf(content: string | Uint8Array | number | undefined): string | undefined {
  if (content === undefined || typeof content === "number") return undefined
  return typeof content === "string" ? content : new TextDecoder().decode(content)
}

/** Returns the passwords that requests sent, by the users whom they name or who sent them. */
function passwordsIn(entries: readonly RequestEntry[], state: State): Map<UId, Set<string>> {
  const found = new Map<UId, Set<string>>()
  const add = (uId: UId, passwords: readonly string[]) => {
    const all = found.get(uId) ?? new Set()
    for (const password of passwords) all.add(password)
    found.set(uId, all)
  }
  for (const { body, uId } of entries) {
    const sent = objectIn(textOf(body?.content))
    const passwords = Object.entries(sent).flatMap(([name, value]) =>
      isSecretName(name) && /pass/i.test(name) && typeof value === "string" ? [value] : [],
    )
    if (passwords.length === 0) continue
    if (uId !== null) add(uId, passwords)
    const email = typeof sent.email === "string" ? sent.email.toLowerCase() : undefined
    if (email === undefined) continue
    state.tables.get("users").forEach((user) => {
      if (user.email === email) add(user.uId, passwords)
    })
  }
  return found
}

function objectIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

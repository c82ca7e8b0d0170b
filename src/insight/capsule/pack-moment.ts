import type { Ports } from "../../engine/index.ts"
import type { Instant, UId } from "../../model/index.ts"
import type { Token } from "../../model/records/index.ts"
import { type Change, type State, Tx } from "../../state/index.ts"
import { VERSION } from "../../version.ts"
import { type KeptChange, patchesOfChange } from "../history.ts"
import { Secrets } from "../secrets/secrets.ts"
import { CAPSULE_FORMAT, type Capsule, type CapsuleChange } from "./capsule-form.ts"
import { packChange, packState, RECORDS_PER_STEP } from "./capsule-state.ts"
import { ConcealedRecords } from "./conceal-records.ts"
import { choosePasswordPlaceholders, policiesOf } from "./password-placeholders.ts"

/** A version of a world and the changes after it, without the requests. */
export interface CapsuleOutline {
  /** Name of the world on its server. */
  readonly name: string
  readonly baseUrl: string
  readonly strict: boolean
  readonly ports: Ports
  /** The version with which the capsule begins. */
  readonly start: { readonly state: State; readonly version: number; readonly at: Instant }
  /** All changes after `start`, oldest first. */
  readonly changes: readonly KeptChange[]
  /** The changes that no request of the capsule causes, so that a replay repeats them. */
  readonly repeated: readonly KeptChange[]
  /** Returns the ID of the last request before a change; null if there is none. */
  readonly requestBefore: (change: Change) => string | null
  /** The passwords that requests sent, by user. */
  readonly sentPasswords: ReadonlyMap<UId, ReadonlySet<string>>
  /** All passwords that requests sent. */
  readonly passwords: ReadonlySet<string>
  /** The tokens with which requests were accepted, with their users. */
  readonly sentTokens: ReadonlyMap<string, UId>
  readonly leftOut: Capsule["left_out"]
}

export type PackedMoment = Omit<Capsule, "requests" | "hash">

/** Collects the secrets of a version and of the changes after it. */
export function collectSecrets({ start, changes, ports, passwords, sentPasswords }: CapsuleOutline): ConcealedRecords {
  const secrets = new Secrets()
  choosePasswordPlaceholders(passwords, policiesOf(start.state, changes), secrets)
  const concealed = new ConcealedRecords(secrets, ports.passwords, sentPasswords)
  concealed.learn(start.state)
  for (const change of changes) concealed.learnPatches(patchesOfChange(change))
  return concealed
}

/** Writes a version and the changes after it, without secrets. Yields after each part. Later changes of the world do not affect the result. */
export function* packMoment(moment: CapsuleOutline, concealed: ConcealedRecords): Generator<void, PackedMoment> {
  const { start, repeated, ports, requestBefore } = moment
  const redone = repeated.map(changeOf)
  const state = yield* packState(withTokens(start.state, moment), redone, ports.blobs, concealed)
  const changes: CapsuleChange[] = []
  let sinceYield = 0
  for (const change of redone) {
    changes.push(packChange(change, requestBefore(change), concealed))
    sinceYield += change.patches.length
    if (sinceYield < RECORDS_PER_STEP) continue
    sinceYield = 0
    yield
  }
  return {
    format: CAPSULE_FORMAT,
    made_by: { hexarium: VERSION, node: nodeVersion() },
    world: {
      name: moment.name,
      base_url: moment.baseUrl,
      version: start.version,
      at: start.at,
      strict: moment.strict,
    },
    state,
    changes,
    left_out: moment.leftOut,
  }
}

function nodeVersion(): string | null {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }
  return process?.versions?.node ?? null
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

/** Adds the tokens that the world does not store: those of clients that observe the world. */
function withTokens(state: State, { changes, sentTokens }: CapsuleOutline): State {
  const known = new Set(changes.flatMap((change) => patchesOfChange(change).map(({ id }) => id)))
  const unknown = [...sentTokens].filter(
    ([token]) => !known.has(token) && state.tables.get("tokens").get(token) === undefined,
  )
  if (unknown.length === 0) return state
  const { startedAt } = state.scalars
  const tx = new Tx(state, startedAt, "")
  for (const [at, [token, uId]] of unknown.entries()) {
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

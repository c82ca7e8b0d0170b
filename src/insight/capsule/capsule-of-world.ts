import { type Ports, withPauses } from "../../engine/index.ts"
import { replay, stateDigest } from "../../state/index.ts"
import type { KeptChange } from "../history.ts"
import type { KeptVersion } from "../kept-version.ts"
import { anonymiseMoment } from "./anonymise-moment.ts"
import type { Capsule } from "./capsule-form.ts"
import { unpackChanges, unpackState } from "./capsule-state.ts"
import { type CapsuleOutline, collectSecrets, type PackedMoment, packMoment } from "./pack-moment.ts"

/** The part of a world that its capsule needs. */
export interface CapsuleWorld {
  readonly ports: Ports
  readonly baseUrl: string
  readonly history: {
    readonly range: readonly [oldest: number, newest: number] | undefined
    find(version: number): KeptVersion
    changes(): KeptChange[]
  }
}

/** Name of a world that no server has named. */
const UNNAMED = "main"

/** Writes the capsule of a world that no server serves: the oldest version that it keeps, and all later changes. */
export async function capsuleOfWorld(
  { ports, baseUrl, history }: CapsuleWorld,
  isAnonymous: boolean,
): Promise<Capsule> {
  const [oldest = 0] = history.range ?? []
  const changes = history
    .changes()
    .filter(({ version }) => version.version > oldest)
    .reverse()
  const outline: CapsuleOutline = {
    name: UNNAMED,
    baseUrl,
    strict: false,
    ports,
    start: history.find(oldest),
    changes,
    repeated: changes,
    requestBefore: () => null,
    sentPasswords: new Map(),
    passwords: new Set(),
    sentTokens: new Map(),
    leftOut: [],
  }
  const moment = await withPauses(packMoment(outline, collectSecrets(outline)), undefined)
  const packed = isAnonymous ? anonymiseMoment(moment).packed : moment
  return { ...packed, requests: [], hash: hashAfter(packed, ports) }
}

/** Returns the hash of the state after a replay. */
function hashAfter({ state: packed, changes }: PackedMoment, { blobs }: Ports): string {
  const state = unpackState(packed, blobs)
  return stateDigest(replay(state, unpackChanges(changes, state)))
}

import { type KeptChange, patchesOfChange } from "../../../src/insight/index.ts"
import type { Patch, View } from "../../../src/state/index.ts"
import { describePatch, nameUser, RequestEntry } from "../../worlds/index.ts"
import type { WireVersion } from "../shapes/versions.ts"
import { presentPatch } from "./records.ts"

const SHOWN_EFFECTS = 200

/** Converts a version for a response. `record` is the ID of a record to include before and after the change. */
export function presentVersion(view: View, change: KeptChange, record?: string): WireVersion {
  const { version, made } = change
  const request = requestOf(made.cause)
  const patches = patchesOfChange(change)
  const shown = record === undefined ? undefined : patches.find(({ id }) => id === record)
  return {
    version: version.version,
    at: version.at,
    operation: made.operation,
    user: made.actor === null ? null : nameUser(view, made.actor),
    ...(request !== undefined && { request }),
    effects: effectsOf(view, patches),
    ...(shown !== undefined && beforeAndAfter(view, shown)),
  }
}

const beforeAndAfter = (view: View, patch: Patch): Pick<WireVersion, "before" | "after"> => {
  const { before, after } = presentPatch(view, patch)
  return { before, after }
}

function effectsOf(view: View, patches: readonly Patch[]): string[] {
  const effects: string[] = []
  for (const patch of patches) {
    if (effects.length >= SHOWN_EFFECTS) break
    effects.push(...describePatch(view, patch))
  }
  return effects.slice(0, SHOWN_EFFECTS)
}

/** Returns the ID of the client's request that caused a change, directly or by a script; undefined if there is none or it still runs. */
export function requestOf(cause: unknown): string | undefined {
  let entry = cause
  while (entry instanceof RequestEntry && entry.cause !== null) entry = entry.cause
  return entry instanceof RequestEntry && entry.id > 0 ? String(entry.id) : undefined
}

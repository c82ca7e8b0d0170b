import { type Actor, checkKeyUpdates, findAction, findDatastore } from "../../access/index.ts"
import type { EntryPath, IgnoredKeys } from "../../engine/index.ts"
import { nearest } from "../../model/index.ts"
import type { Action, Application, Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { findDefaultAction } from "./actions.ts"
import { causesOfFaults, refuseValues } from "./findings.ts"
import { checkNesting, keyUpdatesOf } from "./related-items.ts"
import { listWritable, suggestFields } from "./suggest-fields.ts"
import { type KeyKind, type ResolvedValues, resolveValues } from "./values.ts"
import { keyUpdatesFor, type RelatedDsItems, type WriteOptions } from "./write-input.ts"

/** The datastore and the action of a write. */
interface Target {
  readonly datastore: Datastore
  readonly action: Action
}

/**
 * Finds the fields of a write's values. Reports the unknown keys that the write and its related items ignore. Throws for other unknown
 * keys, invalid nesting, and access keys that the actor may not grant (errors.md section 4).
 */
export function readValues(
  view: View,
  actor: Actor,
  target: Target,
  options: WriteOptions,
  keys: KeyKind,
): ResolvedValues {
  const { datastore } = target
  const { relatedDsItems } = options
  const resolved = resolveValues(datastore, options, keys)
  if (keys.ignored !== undefined) {
    reportUnknown(view, actor, target, { resolved, keys, ignored: keys.ignored })
    const application = view.expect("applications", datastore.pId)
    reportEntries({ view, actor, application, ignored: keys.ignored }, relatedDsItems, undefined)
  }
  if (resolved.faults.length > 0) {
    const findings = suggestFields(resolved.faults, { view, actor, ...target, keys })
    throw refuseValues(findings, causesOfFaults(datastore, resolved.faults))
  }
  if (relatedDsItems !== undefined) checkNesting(view, actor, datastore, relatedDsItems)
  const own = keyUpdatesFor(options)
  if (own !== undefined || relatedDsItems !== undefined)
    checkKeyUpdates(view, actor, [...(own === undefined ? [] : [own]), ...keyUpdatesOf(relatedDsItems)])
  return resolved
}

interface Report {
  readonly resolved: ResolvedValues
  readonly keys: KeyKind
  readonly ignored: IgnoredKeys
  readonly entry?: EntryPath | undefined
}

function reportUnknown(
  view: View,
  actor: Actor,
  { datastore, action }: { readonly datastore: Datastore; readonly action: Action | undefined },
  { resolved, keys, ignored, entry }: Report,
): void {
  if (resolved.unknown.length === 0) return
  let names: readonly string[] | undefined
  for (const one of resolved.unknown) {
    ignored.addUnknown(one, entry, () => {
      names ??= listWritable({ view, actor, datastore, action, keys })
      return nearest(one.key, names)
    })
  }
}

interface EntryReport {
  readonly view: View
  readonly actor: Actor
  readonly application: Application
  readonly ignored: IgnoredKeys
}

/** Reports the unknown keys of all entries before the first one runs, so that the keys of entries that fail are reported, too. */
function reportEntries(report: EntryReport, related: RelatedDsItems | undefined, outer: EntryPath | undefined): void {
  const { view, actor, application, ignored } = report
  const keys: KeyKind = { kind: "internal", ignored }
  for (const [key, entries] of Object.entries(related ?? {})) {
    const datastore = findDatastore(view, actor, key, { preferred: application })
    for (const [at, entry] of entries.entries()) {
      const path: EntryPath = { outer, datastore: key, at }
      if (datastore !== undefined) {
        const { actionId, operation } = entry
        const action =
          actionId === undefined
            ? findDefaultAction(datastore, operation === 1 ? "1" : "2")
            : findAction(datastore, actionId)
        const resolved = resolveValues(datastore, entry, keys)
        reportUnknown(view, actor, { datastore, action }, { resolved, keys, ignored, entry: path })
      }
      reportEntries(report, entry.relatedDsItems, path)
    }
  }
}

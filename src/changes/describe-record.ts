import { type Names, nameIn } from "../model/names.ts"
import type { Patch } from "../state/change.ts"
import type { TableName, Tables } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import { describeDatastore } from "../../emulator/worlds/changes/describe-datastore.ts"
import { nameItemById, nameUser, short } from "../../emulator/worlds/changes/name-record.ts"

type Named = Exclude<TableName, `items:${string}` | "users">

/**
 * What happened to a record, in as many lines as it takes. `before` is undefined for a new record, `after` for a deleted
 * one.
 */
type Describe<R> = (view: View, before: R | undefined, after: R | undefined) => readonly string[]

const HOW = { made: "created", changed: "changed", gone: "deleted" }

function how(before: unknown, after: unknown, words: Partial<typeof HOW> = {}): string {
  const own = { ...HOW, ...words }
  return before === undefined ? own.made : after === undefined ? own.gone : own.changed
}

/** A record with a name, told by its display ID. */
const plain =
  <R>(noun: string, idOf: (record: R) => string, nameOf: (record: R) => string | Names): Describe<R> =>
  ({ settings }, before, after) => {
    const one = after ?? before
    if (one === undefined) return []
    const name = (record: R): string => {
      const names = nameOf(record)
      return typeof names === "string" ? names : nameIn(names, settings.lang)
    }
    const isRenamed = before !== undefined && after !== undefined && name(before) !== name(after)
    const what = isRenamed ? `name ${short(name(before))}→${short(name(after))}` : how(before, after)
    return [`${noun} ${idOf(one)} ${what}`]
  }

/** Kept for the engine's own use, or told by what it belongs to. */
const silent = () => []

const DESCRIBE: { readonly [N in Named]: Describe<Tables[N]> } = {
  workspaces: plain(
    "workspace",
    (workspace) => workspace.name,
    (workspace) => workspace.name,
  ),
  groups: plain(
    "group",
    (group) => group.displayId,
    (group) => group.name,
  ),
  roles: plain(
    "role",
    (role) => role.displayId,
    (role) => role.name,
  ),
  applications: plain(
    "application",
    (application) => application.displayId,
    (application) => application.name,
  ),
  datastores: describeDatastore,
  queries: plain(
    "saved list",
    (query) => query.name,
    (query) => query.name,
  ),
  autoActions: plain(
    "auto action",
    (auto) => auto.name,
    (auto) => auto.name,
  ),
  reports: plain(
    "report",
    (report) => report.displayId,
    (report) => report.name,
  ),
  charts: plain(
    "chart",
    (chart) => chart.displayId,
    (chart) => chart.name,
  ),
  mailTemplates: plain(
    "mail template",
    (template) => template.id,
    (template) => template.id,
  ),
  deletedItems: silent,
  readMarks: (view, _, after) => (after === undefined ? [] : [`histories read by ${nameUser(view, after.uId)}`]),
  links: (view, before, after) => {
    const link = after ?? before
    if (link === undefined) return []
    const [from, to] = [nameItemById(view, link.fromDId, link.fromIId), nameItemById(view, link.toDId, link.toIId)]
    return [`link ${from} → ${to} ${how(before, after, { made: "added", gone: "removed" })}`]
  },
  histories: (view, before, after) => {
    const entry = after ?? before
    if (entry === undefined || (entry.action !== null && before === undefined)) return []
    const noun = entry.action === null ? "comment on" : "history of"
    return [`${noun} item ${nameItemById(view, entry.dId, entry.iId)} ${how(before, after, { made: "added" })}`]
  },
  files: (_, before, after) => {
    const file = after ?? before
    if (file === undefined) return []
    const isDeleted = after === undefined || (before?.deleted === false && after.deleted)
    const isAttached = before?.temporary === true && after?.temporary === false
    const what = isDeleted ? "deleted" : isAttached ? "attached" : how(before, after, { made: "uploaded" })
    return [`file ${short(file.name)} ${what}`]
  },
  counters: (view, before, after) => {
    const counter = after ?? before
    if (counter === undefined) return []
    return [`auto number ${nameField(view, counter.fId)} ${before?.value ?? 0}→${after?.value ?? 0}`]
  },
  confirmations: (view, before, after) => {
    const one = after ?? before
    if (one === undefined) return []
    const steps = [
      before === undefined ? "issued" : undefined,
      after?.accessed && !before?.accessed ? "followed" : undefined,
      after?.emailConfirmed && !before?.emailConfirmed ? "followed" : undefined,
      after?.used && !before?.used ? "used" : undefined,
      after?.replaced && !before?.replaced ? "replaced" : undefined,
      after === undefined ? "deleted" : undefined,
    ].filter((step) => step !== undefined)
    return steps.map((step) => `${one.kind} confirmation of ${nameUser(view, one.uId)} ${step}`)
  },
  tokens: (view, before, after) => {
    const token = after ?? before
    if (token === undefined) return []
    return [`token of ${nameUser(view, token.uId)} ${how(before, after, { made: "issued", gone: "revoked" })}`]
  },
  mails: (_, before, after) => {
    const mail = after ?? before
    if (mail === undefined) return []
    return [`mail ${mail.kind} to ${mail.to} ${how(before, after, { made: "sent" })}`]
  },
  templates: plain(
    "template",
    (template) => template.name,
    (template) => template.name,
  ),
  tasks: (_, before, after) => {
    const task = after ?? before
    if (task === undefined) return []
    return [`task ${task.category} ${how(before, after, { made: "entered" })}`]
  },
  imports: (_, before, after) => {
    const record = after ?? before
    if (record === undefined) return []
    return [`import with ${record.errors.length} faulty rows ${how(before, after, { made: "finished" })}`]
  },
  faults: (_, before, after) => {
    const fault = after ?? before
    if (fault === undefined) return []
    return [`fault on ${fault.operation} ${how(before, after, { made: "planned", changed: "used" })}`]
  },
}

export function describeRecord(view: View, { table, before, after }: Patch): readonly string[] {
  const describe = DESCRIBE[table as Named] as Describe<object>
  return describe(view, before, after)
}

/** A field by its display ID; counters know nothing but the field's own ID. */
function nameField(view: View, fId: string): string {
  for (const datastore of view.table("datastores").toArray()) {
    const field = datastore.fields.find((candidate) => candidate.fId === fId)
    if (field !== undefined) return `${datastore.displayId}.${field.displayId}`
  }
  return fId
}

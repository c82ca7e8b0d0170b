import { type Names, nameIn } from "../../../src/model/index.ts"
import type { Patch, TableName, Tables, View } from "../../../src/state/index.ts"
import { describeDatastore } from "./describe-datastore.ts"
import { nameItemById, nameUser, short } from "./name-record.ts"

type Named = Exclude<TableName, `items:${string}` | "users">

/** A record's change. `before` is undefined for a new record, `after` for a deleted one. `record` is either of the two. */
interface RecordChange<R> {
  readonly view: View
  readonly record: R
  readonly before: R | undefined
  readonly after: R | undefined
}

type Describe<R> = (change: RecordChange<R>) => readonly string[]

const VERBS = { made: "created", changed: "changed", gone: "deleted" }

function how({ before, after }: RecordChange<unknown>, words: Partial<typeof VERBS> = {}): string {
  const own = { ...VERBS, ...words }
  return before === undefined ? own.made : after === undefined ? own.gone : own.changed
}

const nameOf = ({ name }: { readonly name: string | Names }) => name
const displayIdOf = ({ displayId }: { readonly displayId: string }) => displayId

/** Creates a function that describes a change by the record's noun and ID. For a renaming, the line shows both names. */
const plain =
  <R>(noun: string, idOf: (record: R) => string, nameIt: (record: R) => string | Names = idOf): Describe<R> =>
  (change) => {
    const { view, record, before, after } = change
    const name = (one: R): string => {
      const names = nameIt(one)
      return typeof names === "string" ? names : nameIn(names, view.settings.lang)
    }
    const isRenamed = before !== undefined && after !== undefined && name(before) !== name(after)
    const what = isRenamed ? `name ${short(name(before))}→${short(name(after))}` : how(change)
    return [`${noun} ${idOf(record)} ${what}`]
  }

const describeNamed = <R extends { readonly name: string }>(noun: string) => plain<R>(noun, ({ name }) => name)
const describeDisplayed = <R extends { readonly displayId: string; readonly name: string | Names }>(noun: string) =>
  plain<R>(noun, displayIdOf, nameOf)

/** Describes records that need no line: internal ones, and those that another record's line covers. */
const silent = () => []

const nameWorkspace = describeNamed<Tables["workspaces"]>("workspace")

const DESCRIBE: { readonly [N in Named]: Describe<Tables[N]> } = {
  workspaces: (change) => {
    const { before, after } = change
    const isMoved = before !== undefined && after !== undefined && before.isArchived !== after.isArchived
    if (!isMoved) return nameWorkspace(change)
    return [`workspace ${after.name} ${after.isArchived === true ? "archived" : "restored"}`]
  },
  groups: describeDisplayed("group"),
  roles: describeDisplayed("role"),
  applications: describeDisplayed("application"),
  datastores: ({ view, before, after }) => describeDatastore(view, before, after),
  queries: describeNamed("saved list"),
  autoActions: describeNamed("auto action"),
  reports: describeDisplayed("report"),
  charts: describeDisplayed("chart"),
  mailTemplates: plain("mail template", ({ id }) => id),
  deletedItems: silent,
  readMarks: ({ view, after }) => (after === undefined ? [] : [`histories read by ${nameUser(view, after.uId)}`]),
  links: (change) => {
    const { view, record: link } = change
    const [from, to] = [nameItemById(view, link.fromDId, link.fromIId), nameItemById(view, link.toDId, link.toIId)]
    return [`link ${from} → ${to} ${how(change, { made: "added", gone: "removed" })}`]
  },
  histories: (change) => {
    const { view, record, before, after } = change
    if (record.action !== null && before === undefined) return []
    const noun = record.action === null ? "comment on" : "history of"
    const changed = after?.isArchived === true ? "archived" : "changed"
    return [`${noun} item ${nameItemById(view, record.dId, record.iId)} ${how(change, { made: "added", changed })}`]
  },
  files: (change) => {
    const { record, before, after } = change
    const isDeleted = after === undefined || (before?.deleted === false && after.deleted)
    const isAttached = before?.temporary === true && after?.temporary === false
    const what = isDeleted ? "deleted" : isAttached ? "attached" : how(change, { made: "uploaded" })
    return [`file ${short(record.name)} ${what}`]
  },
  counters: ({ view, record, before, after }) => [
    `auto number ${nameField(view, record.fId)} ${before?.value ?? 0}→${after?.value ?? 0}`,
  ],
  confirmations: ({ view, record, before, after }) => {
    const steps = [
      before === undefined ? "issued" : undefined,
      after?.accessed && !before?.accessed ? "followed" : undefined,
      after?.emailConfirmed && !before?.emailConfirmed ? "followed" : undefined,
      after?.used && !before?.used ? "used" : undefined,
      after?.replaced && !before?.replaced ? "replaced" : undefined,
      after === undefined ? "deleted" : undefined,
    ].filter((step) => step !== undefined)
    return steps.map((step) => `${record.kind} confirmation of ${nameUser(view, record.uId)} ${step}`)
  },
  tokens: (change) => [
    `token of ${nameUser(change.view, change.record.uId)} ${how(change, { made: "issued", gone: "revoked" })}`,
  ],
  mails: (change) => [`mail ${change.record.kind} to ${change.record.to} ${how(change, { made: "sent" })}`],
  templates: describeNamed("template"),
  tasks: (change) => [`task ${change.record.category} ${how(change, { made: "created" })}`],
  imports: (change) => {
    const { errors, blankRows = 0 } = change.record
    const ignored = blankRows === 0 ? "" : ` and ${blankRows} ignored blank rows`
    return [`import with ${errors.length} faulty rows${ignored} ${how(change, { made: "finished" })}`]
  },
  faults: (change) => [`fault on ${change.record.operation} ${how(change, { made: "planned", changed: "used" })}`],
}

export function describeRecord(view: View, { table, before, after }: Patch): readonly string[] {
  const describe = DESCRIBE[table as Named] as Describe<object>
  const record = after ?? before
  return record === undefined ? [] : describe({ view, record, before, after })
}

/** Returns `DATASTORE.FIELD` in display IDs for a field ID. */
function nameField(view: View, fId: string): string {
  for (const datastore of view.all("datastores")) {
    const field = datastore.fields.find((candidate) => candidate.fId === fId)
    if (field !== undefined) return `${datastore.displayId}.${field.displayId}`
  }
  return fId
}

import type { Datastore } from "../../../src/model/records/index.ts"
import { itemsTable } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { optionsOf } from "../../operations/fields/options-of.ts"
import { type Pools, poolsOf, type Scope } from "../../robustness/pools.ts"

/** Kinds of references in a request. In the first three, the other parts of the request belong to the caller. */
export const REFERENCES = [
  "own",
  "hidden item",
  "hidden field",
  "hidden place",
  "foreign item",
  "foreign",
  "malformed",
] as const

export type Reference = (typeof REFERENCES)[number]

export interface Named {
  readonly pools: Pools
  readonly scope: Scope
}

/** IDs by owner, and the names for requests. */
export interface References {
  readonly named: Readonly<Record<Reference, Named>>
  /** IDs that only administrators of CRM may see. */
  readonly hidden: readonly string[]
  readonly foreign: readonly string[]
}

const MALFORMED_IDS = [
  "",
  "__proto__",
  "../../etc/passwd",
  "%00",
  "a\u0000b",
  "ＦＵＬＬ",
  "0".repeat(23),
  "x".repeat(300),
  "{}",
  "1.5",
]

const HIDDEN_FIELDS = ["Memo", "Grade"]

function partsOf(world: World, name: string) {
  const view = world.view()
  const datastore = view
    .table("datastores")
    .toArray()
    .find(({ displayId }) => displayId === name) as Datastore
  const items = view.table(itemsTable(datastore.dId)).toArray()
  const ids = items.map(({ iId }) => iId)
  return {
    datastore: [datastore.dId, datastore.displayId],
    fields: datastore.fields,
    action: datastore.actions.flatMap(({ aId, displayId }) => [aId, displayId]),
    status: datastore.statuses.flatMap(({ sId, displayId }) => [sId, displayId]),
    items,
    history: view
      .table("histories")
      .toArray()
      .filter(({ iId }) => ids.includes(iId)),
    file: view
      .table("files")
      .toArray()
      .filter(({ iId }) => iId !== null && ids.includes(iId)),
    report: view
      .table("reports")
      .toArray()
      .filter(({ dId }) => dId === datastore.dId),
    auto: view
      .table("autoActions")
      .toArray()
      .filter(({ dId }) => dId === datastore.dId),
  }
}

const fieldIds = (fields: Datastore["fields"]) => ({
  field: fields.flatMap(({ fId, displayId }) => [fId, displayId]),
  option: fields.flatMap((field) => optionsOf(field).flatMap(({ oId, displayId }) => [oId, displayId])),
})

const aboutItems = ({ items, history, file }: Pick<ReturnType<typeof partsOf>, "items" | "history" | "file">) => ({
  item: items.map(({ iId }) => iId),
  history: history.map(({ historyId }) => historyId),
  file: file.map(({ fileId }) => fileId),
})

const settings = ({ report, auto }: ReturnType<typeof partsOf>) => ({
  report: report.flatMap(({ rpId, displayId }) => [rpId, displayId]),
  column: report.flatMap(({ columns }) => columns.map(({ rpfId }) => rpfId)),
  auto: auto.map(({ autoId }) => autoId),
})

/** An empty list would leave requests without a reference. */
const over = (pools: Pools, other: Partial<Pools>): Pools => ({
  ...pools,
  ...Object.fromEntries(Object.entries(other).filter(([, ids]) => ids.length > 0)),
})

export function referencesOf(world: World): References {
  const view = world.view()
  const [deals, vault, people] = ["Deals", "Vault", "People"].map((name) => partsOf(world, name)) as [
    ReturnType<typeof partsOf>,
    ReturnType<typeof partsOf>,
    ReturnType<typeof partsOf>,
  ]
  const [acme, onyx] = view.table("workspaces").toArray()
  const ofWorkspace = (wId: string | undefined) => {
    const is = (one: { readonly wId: string }) => one.wId === wId
    const applications = view.table("applications").toArray().filter(is)
    return {
      workspace: [wId ?? ""],
      application: applications
        .filter(({ displayId }) => displayId !== "OPS")
        .flatMap(({ pId, displayId }) => [pId, displayId]),
      group: view
        .table("groups")
        .toArray()
        .filter(is)
        .flatMap(({ gId, displayId }) => [gId, displayId]),
      role: view
        .table("roles")
        .toArray()
        .filter(is)
        .map(({ rId }) => rId),
      user: view
        .table("users")
        .toArray()
        .filter((user) => user.memberships.some(is))
        .map(({ uId }) => uId),
    }
  }
  const fieldsOf = (isHidden: boolean) =>
    deals.fields.filter(({ displayId }) => HIDDEN_FIELDS.includes(displayId) === isHidden)
  const itemsOf = (isHidden: boolean) => {
    const isOf = ({ values }: (typeof deals.items)[number]) =>
      Object.values(values).includes("garnet deal") === isHidden
    return { ...deals, items: deals.items.filter(isOf), ...(isHidden ? { history: [], file: [] } : {}) }
  }
  const emails = {
    email: ["mia@acme.test", "nobody@acme.test"],
    password: ["mia-pass", "wrong"],
    import: ["0".repeat(24)],
  }
  const placeOf = (parts: ReturnType<typeof partsOf>) => ({
    ...{ datastore: parts.datastore, action: parts.action, status: parts.status },
    ...fieldIds(parts.fields),
    ...aboutItems(parts),
    ...settings(parts),
  })
  const own = over(poolsOf(world), {
    ...emails,
    ...ofWorkspace(acme?.wId),
    ...placeOf(deals),
    ...fieldIds(fieldsOf(false)),
    ...aboutItems(itemsOf(false)),
  })
  const hiddenItem = over(own, {
    item: [...itemsOf(true).items, ...vault.items].map(({ iId }) => iId),
    history: aboutItems(vault).history,
    file: aboutItems(vault).file,
  })
  const hiddenField = over(own, fieldIds(fieldsOf(true)))
  const hiddenPlace = over(own, placeOf(vault))
  const foreign = over(own, { ...ofWorkspace(onyx?.wId), ...placeOf(people) })
  const malformed = Object.fromEntries(Object.keys(own).map((name) => [name, MALFORMED_IDS])) as unknown as Pools
  const scopeOf = (pools: Pools, fields: Datastore["fields"]): Named => ({ pools, scope: { ...pools, fields } })
  const others = (pools: Pools) =>
    Object.entries(pools).flatMap(([name, ids]) => ids.filter((id) => !own[name as keyof Pools].includes(id)))
  return {
    named: {
      own: scopeOf(own, fieldsOf(false)),
      "hidden item": scopeOf(hiddenItem, fieldsOf(false)),
      "hidden field": scopeOf(hiddenField, fieldsOf(true)),
      "hidden place": scopeOf(hiddenPlace, vault.fields),
      "foreign item": scopeOf(over(own, aboutItems(people)), fieldsOf(false)),
      foreign: scopeOf(foreign, people.fields),
      malformed: scopeOf(malformed, fieldsOf(false)),
    },
    hidden: [...new Set([hiddenItem, hiddenField, hiddenPlace].flatMap(others))],
    foreign: [...new Set(others(foreign))],
  }
}

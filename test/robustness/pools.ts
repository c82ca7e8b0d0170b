import type { Field } from "../../src/model/records/index.ts"
import { isItemsTable, itemsTable } from "../../src/state/index.ts"
import type { World } from "../../src/world/index.ts"
import { optionsOf } from "../operations/fields/options-of.ts"

/** Names and IDs of a world, by the kind of entity. */
export type Pools = Readonly<Record<PoolName, readonly string[]>>

export type PoolName =
  | "application"
  | "datastore"
  | "field"
  | "action"
  | "status"
  | "option"
  | "group"
  | "role"
  | "user"
  | "email"
  | "code"
  | "workspace"
  | "item"
  | "history"
  | "file"
  | "auto"
  | "report"
  | "import"
  | "chart"
  | "column"
  | "confirmation"
  | "template"
  | "password"

export function poolsOf(world: World): Pools {
  const view = world.view()
  const datastores = view.table("datastores").toArray()
  const both = (...ids: readonly string[]) => ids
  const items = [...world.state.tables.keys()].filter(isItemsTable).flatMap((name) => view.table(name).toArray())
  return {
    application: view
      .table("applications")
      .toArray()
      .flatMap((one) => both(one.pId, one.displayId)),
    datastore: datastores.flatMap((one) => both(one.dId, one.displayId)),
    field: datastores.flatMap(({ fields }) => fields.flatMap((one) => both(one.fId, one.displayId))),
    action: datastores.flatMap(({ actions }) => actions.flatMap((one) => both(one.aId, one.displayId))),
    status: datastores.flatMap(({ statuses }) => statuses.flatMap((one) => both(one.sId, one.displayId))),
    option: datastores.flatMap(({ fields }) =>
      fields.flatMap((field) => optionsOf(field).flatMap((one) => both(one.oId, one.displayId))),
    ),
    group: view
      .table("groups")
      .toArray()
      .flatMap((one) => both(one.gId, one.displayId)),
    role: view
      .table("roles")
      .toArray()
      .flatMap((one) => both(one.rId, one.displayId)),
    user: view
      .table("users")
      .toArray()
      .map((one) => one.uId),
    email: view
      .table("users")
      .toArray()
      .map((one) => one.email),
    code: ["", "K1", "K2"],
    workspace: view
      .table("workspaces")
      .toArray()
      .map((one) => one.wId),
    item: items.map((one) => one.iId),
    history: view
      .table("histories")
      .toArray()
      .map((one) => one.historyId),
    file: view
      .table("files")
      .toArray()
      .map((one) => one.fileId),
    auto: view
      .table("autoActions")
      .toArray()
      .map((one) => one.autoId),
    import: view
      .table("imports")
      .toArray()
      .map((one) => one.tempDId),
    report: view
      .table("reports")
      .toArray()
      .flatMap((one) => both(one.rpId, one.displayId)),
    chart: view
      .table("charts")
      .toArray()
      .flatMap((one) => both(one.chId, one.displayId)),
    column: view
      .table("reports")
      .toArray()
      .flatMap(({ columns }) => columns.flatMap((one) => both(one.rpfId, one.displayId))),
    confirmation: view
      .table("confirmations")
      .toArray()
      .map((one) => one.confirmationId),
    template: ["tpl-reg", "tpl-pass"],
    password: ["ada-pass", "bob-pass", "new-password"],
  }
}

/** Names and IDs of one datastore, for requests that make sense. */
export type Scope = Pick<Pools, "field" | "action" | "status" | "item"> & { readonly fields: readonly Field[] }

/** Scopes by the datastore's display ID. */
export function scopesOf(world: World): Readonly<Record<string, Scope>> {
  const view = world.view()
  const scopes = view
    .table("datastores")
    .toArray()
    .map((datastore): [string, Scope] => [
      datastore.displayId,
      {
        field: datastore.fields.flatMap((one) => [one.fId, one.displayId]),
        action: datastore.actions.flatMap((one) => [one.aId, one.displayId]),
        status: datastore.statuses.flatMap((one) => [one.sId, one.displayId]),
        item: view
          .table(itemsTable(datastore.dId))
          .toArray()
          .map((one) => one.iId),
        fields: datastore.fields,
      },
    ])
  return Object.fromEntries(scopes)
}

const KINDS: readonly (readonly [RegExp, PoolName])[] = [
  [/^(?:app[-_]id|project[-_]id|application_id|linked_p_id)$/, "application"],
  [
    /^(?:(?:(?:old|new)_)?(?:link(?:ed)?[-_])?(?:datastore[-_]id|d_id)|target_datastores|temp-datastore-id)$/,
    "datastore",
  ],
  [/^(?:field[-_]id|sort_field_id|key_field_displayid)$/, "field"],
  [/^(?:action[-_]id|a_id)$/, "action"],
  [/^(?:status_id|set_status)$/, "status"],
  [/^(?:o_id|o_ids|selected)$/, "option"],
  [/^(?:(?:parent-)?group[-_]id|g_id|groups_to_publish)$/, "group"],
  [/^(?:role[-_]id|roles_to_publish|roles)$/, "role"],
  [/^(?:user[-_]id|u_id|invitor_id|users_to_publish)$/, "user"],
  [/^email$/, "email"],
  [/^user_code$/, "code"],
  [/^(?:workspace-id|w_id|exclusive_w_id|current_workspace_id)$/, "workspace"],
  [/^(?:(?:(?:old|new)_)?(?:link_)?item[-_]id|i_id)$/, "item"],
  [/^history-id$/, "history"],
  [/^file-id$/, "file"],
  [/^auto-id$/, "auto"],
  [/^report-id$/, "report"],
  [/^chart-id$/, "chart"],
  [/^rpf_id$/, "column"],
  [/^confirmation_id$/, "confirmation"],
  [/template/, "template"],
  [/password/, "password"],
]

/** The kind of entity to which a parameter or property of this name refers. */
export const kindOf = (name: string): PoolName | undefined => KINDS.find(([pattern]) => pattern.test(name))?.[1]

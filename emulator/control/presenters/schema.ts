import { byOrdinal, defined, nameIn } from "../../../src/model/index.ts"
import {
  ACTION_OPERATIONS,
  type Action,
  type Application,
  type AutoAction,
  type Datastore,
  type Field,
  type Script,
} from "../../../src/model/records/index.ts"
import { AUTONUM, FIELD_IN, presentSettings, USERS } from "../../../src/model/settings/index.ts"
import { itemsTable, type View } from "../../../src/state/index.ts"
import type { WireSchema } from "../shapes/schema.ts"
import { countLinks, countStatuses } from "./schema-counts.ts"

type WireApplication = WireSchema["workspaces"][number]["applications"][number]
type WireDatastore = WireApplication["datastores"][number]
type WireField = WireDatastore["fields"][number]

export function presentSchema(view: View): WireSchema {
  const workspaces = view.all("workspaces").sort(byOrdinal)
  return {
    workspaces: workspaces.map(({ wId, name }) => ({
      w_id: wId,
      name,
      applications: view
        .list("applications", "applicationsByWorkspace", wId)
        .sort((left, right) => left.displayOrder - right.displayOrder || byOrdinal(left, right))
        .map((application) => presentApplication(view, application)),
    })),
    relations: presentRelations(view),
  }
}

function presentApplication(view: View, application: Application): WireApplication {
  const { lang } = view.settings
  const { pId, displayId, name, functions } = application
  const autoActions = view.list("autoActions", "autoActionsByWorkspace", application.wId).sort(byOrdinal)
  return {
    p_id: pId,
    application_id: displayId,
    name: nameIn(name, lang),
    roles: view
      .list("roles", "rolesByApplication", pId)
      .sort(byOrdinal)
      .map((role) => ({ r_id: role.rId, role_id: role.displayId, name: role.name })),
    functions: functions.map((one) => ({
      fn_id: one.fnId,
      function_id: one.displayId,
      code: one.code,
      enabled: one.enabled,
      roles: roleNames(view, one.roles),
    })),
    datastores: view
      .list("datastores", "datastoresByApplication", pId)
      .sort(byOrdinal)
      .map((datastore) => presentDatastore(view, datastore, autoActions)),
  }
}

function presentDatastore(view: View, datastore: Datastore, autoActions: readonly AutoAction[]): WireDatastore {
  const { lang } = view.settings
  const { dId, displayId, name, roles, fields, statuses, actions } = datastore
  const items = view.table(itemsTable(dId))
  const counts = countStatuses(items)
  return {
    d_id: dId,
    datastore_id: displayId,
    name: nameIn(name, lang),
    items: items.size,
    roles: roleNames(view, roles),
    fields: fields.map((field) => presentField(view, field)),
    statuses: statuses.map((status) => ({
      s_id: status.sId,
      status_id: status.displayId,
      name: nameIn(status.name, lang),
      color: status.color,
      items: counts.get(status.sId) ?? 0,
    })),
    actions: actions.map((action) => presentAction(view, datastore, action)),
    auto_actions: autoActions
      .filter((auto) => auto.dId === dId)
      .map((auto) => ({
        auto_id: auto.autoId,
        name: auto.name,
        action_id: actions.find(({ aId }) => aId === auto.aId)?.displayId ?? auto.aId,
        time_type: auto.timeType,
        time_value: auto.timeValue,
        enabled: auto.enabled,
        next_exec_at: auto.enabled ? auto.nextExecAt : null,
        last_exec_at: auto.lastExecution?.startedAt ?? null,
      })),
  }
}

function presentField(view: View, field: Field): WireField {
  const { lang } = view.settings
  return {
    f_id: field.fId,
    field_id: field.displayId,
    name: nameIn(field.name, lang),
    data_type: field.dataType,
    is_title: field.asTitle,
    ...presentSettings(FIELD_IN.control, field),
    roles: roleNames(view, field.roles),
    ...presentOwn(view, field),
  }
}

/** Returns the settings of a field's data type that forms and graphs need. */
function presentOwn(view: View, field: Field): Partial<WireField> {
  switch (field.dataType) {
    case "select":
    case "radio":
    case "checkbox":
      return {
        options: field.options.map(({ oId, displayId, name, enabled, sortId, color }) => ({
          option_id: oId,
          display_id: displayId,
          value: nameIn(name, view.settings.lang),
          enabled,
          sort_id: sortId,
          ...defined({ color }),
        })),
      }
    case "calc":
      return { formula: field.calc.formula }
    case "dslookup": {
      const { dslookup } = field
      if (dslookup === undefined) return {}
      const { pId, dId, fId, reverseLink } = dslookup
      return { lookup: { p_id: pId, d_id: dId, f_id: fId, reverse_link: reverseLink } }
    }
    case "users":
      return { users: presentSettings(USERS, field.users) }
    case "file":
      return { multiple_files: field.file.multiple }
    case "autonum": {
      const counters = view.list("counters", "countersByField", field.fId)
      return {
        auto_number: {
          ...presentSettings(AUTONUM, field.autonum),
          counters: counters.map(({ branch, value }) => ({ branch, value })),
        },
      }
    }
    default:
      return {}
  }
}

function presentAction(view: View, datastore: Datastore, action: Action): WireDatastore["actions"][number] {
  const statusName = (sId: string | null) =>
    sId === null ? null : (datastore.statuses.find((status) => status.sId === sId)?.displayId ?? sId)
  return {
    a_id: action.aId,
    action_id: action.displayId,
    name: nameIn(action.name, view.settings.lang),
    operation: ACTION_OPERATIONS[action.crudType],
    is_default: action.isDefault,
    from_status: statusName(action.statusId),
    to_status: statusName(action.setStatus),
    roles: roleNames(view, action.roles),
    publish_groups: action.publish.groups,
    publish_roles: roleNames(view, action.publish.roles),
    notify_roles: roleNames(view, action.notify),
    fields: datastore.fields.flatMap(({ fId, displayId }) => {
      const setting = action.fieldSettings[fId]
      return setting === undefined ? [] : [{ field_id: displayId, ...setting }]
    }),
    pre_script: presentScript(action.preScript),
    post_script: presentScript(action.postScript),
    webhooks: [...action.webhooks],
  }
}

const presentScript = (script: Script | null) =>
  script === null ? null : { code: script.code, enabled: script.enabled, sync: script.sync }

const roleNames = (view: View, roles: readonly string[]): string[] =>
  roles.flatMap((rId) => view.get("roles", rId)?.displayId ?? [])

function presentRelations(view: View): WireSchema["relations"] {
  const datastores = view.all("datastores").sort(byOrdinal)
  const counts = countLinks(view.table("links"))
  const fieldName = (dId: string, fId: string) =>
    view.get("datastores", dId)?.fields.find((field) => field.fId === fId)?.displayId ?? null
  const byFields = datastores.flatMap((datastore) => [
    ...datastore.fields.flatMap((field) => {
      if (field.dataType !== "dslookup" || field.dslookup === undefined) return []
      const { dId, fId } = field.dslookup
      const count = counts.lookups.get(field.fId) ?? 0
      return [edge("lookup", datastore.dId, field.displayId, dId, fieldName(dId, fId), count)]
    }),
    ...datastore.autoLinks.map(({ fId, toDId, toFId }) => {
      const count = counts.autos.get(`${fId}>${toDId}`) ?? 0
      return edge("auto", datastore.dId, fieldName(datastore.dId, fId), toDId, fieldName(toDId, toFId), count)
    }),
  ])
  const byHand = [...counts.links].map(([ends, count]) => {
    const [from = "", to = ""] = ends.split(">")
    return edge("link", from, null, to, null, count)
  })
  return [...byFields, ...byHand].filter(({ to_d_id: to }) => view.get("datastores", to) !== undefined)
}

const edge = (
  kind: WireSchema["relations"][number]["kind"],
  from: string,
  fromField: string | null,
  to: string,
  toField: string | null,
  count: number,
): WireSchema["relations"][number] => ({
  kind,
  from_d_id: from,
  from_field: fromField,
  to_d_id: to,
  to_field: toField,
  count,
})

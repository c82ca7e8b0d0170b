import { ACTION_FIELD, AUTONUM, FIELD_IN, readFixtureSettings, USERS } from "../../../src/model/settings/index.ts"
import { KitError } from "./failures.ts"
import type { KitAction, KitDatastore, KitField, KitGroup, KitItem, KitSchema, KitUser } from "./schema.ts"

// biome-ignore lint/suspicious/noExplicitAny: the loader has validated the exported fixture
type Json = any

/** Reads a workspace's schema from an exported fixture. Throws if the workspace is missing or has no users. */
export function readSchema(fixture: unknown, options: { readonly workspace?: string } = {}): KitSchema {
  const document = fixture as Json
  const workspaces: Json[] = document.workspaces ?? []
  const workspace =
    options.workspace === undefined ? workspaces[0] : workspaces.find((one) => one.name === options.workspace)
  if (workspace === undefined) throw new KitError(missingWorkspace(workspaces, options.workspace))
  const applications: Json[] = workspace.applications ?? []
  const others = workspaces.filter((one) => one !== workspace)
  const elsewhere = new Set(others.flatMap((one) => (one.applications ?? []).map((two: Json) => two.application_id)))
  const appIdOf = ({ application_id: id, p_id: pId }: Json): string => (elsewhere.has(id) ? pId : id)
  const roles = applications.flatMap((application: Json) =>
    (application.roles ?? []).map((role: Json) => ({
      path: `${application.application_id}:${role.role_id}`,
      rId: role.r_id,
      appId: appIdOf(application),
    })),
  )
  const datastores = applications.flatMap((application: Json) =>
    (application.datastores ?? []).map((datastore: Json) =>
      readDatastore(application, appIdOf(application), datastore),
    ),
  )
  const schema: KitSchema = {
    workspace: workspace.name,
    wId: workspace.w_id,
    otherWorkspaces: others.map((one) => one.w_id),
    groups: groupsIn(workspace.group).map(readGroup),
    users: readUsers(document, workspace, applications),
    roles,
    datastores,
    autoActions: applications.flatMap((application: Json) =>
      (application.auto_actions ?? []).map((auto: Json) => ({
        autoId: auto.auto_id,
        datastore: `${application.application_id}/${auto.datastore_id}`,
        action: auto.action_id,
        comment: auto.comment ?? "",
        conditions: auto.conditions ?? [],
        timeType: auto.action_schedule.time_type,
        timeValue: auto.action_schedule.time_value,
        enabled: auto.enabled ?? true,
      })),
    ),
    now: document.clock?.now ?? "",
    avoid: [],
  }
  if (schema.users.length === 0)
    throw new KitError(`the workspace ${schema.workspace} has no users; add a user to the members of a group`)
  return schema
}

function missingWorkspace(workspaces: readonly Json[], wanted: string | undefined): string {
  if (workspaces.length === 0) return "the world has no workspace; add a workspace to the fixture"
  return `the world has no workspace ${wanted}; the workspaces are ${workspaces.map((one) => one.name).join(", ")}`
}

interface PlacedGroup {
  readonly group: Json
  readonly parent: string | null
}

const groupsIn = (group: Json, parent: string | null = null): PlacedGroup[] => [
  { group, parent },
  ...(group.groups ?? []).flatMap((child: Json) => groupsIn(child, group.g_id)),
]

const readGroup = ({ group, parent }: PlacedGroup): KitGroup => ({
  gId: group.g_id,
  displayId: group.group_id,
  parent,
  roles: (group.roles ?? []).map((role: Json) => `${role.application_id}:${role.role_id}`),
})

const names = (references: readonly string[] | undefined, user: Json): boolean =>
  (references ?? []).some((one) => [user.u_id, user.email, `${user.email}#${user.user_code}`].includes(one))

const groupsOf = (workspace: Json, user: Json): Json[] =>
  groupsIn(workspace.group).flatMap(({ group }) =>
    names(group.members, user) || names(group.admins, user) ? [group] : [],
  )

function readUsers(document: Json, workspace: Json, applications: readonly Json[]): KitUser[] {
  const workspaces: Json[] = document.workspaces
  return (document.users ?? [])
    .map((user: Json): KitUser => {
      const own = workspaces.filter((one) => groupsOf(one, user).length > 0)
      const groups = groupsOf(workspace, user)
      const current = own.find((one) => [one.name, one.w_id].includes(user.current_workspace)) ?? own[0]
      return {
        uId: user.u_id,
        email: user.email,
        username: user.username ?? user.email.slice(0, user.email.indexOf("@")),
        reference: user.user_code ? `${user.email}#${user.user_code}` : user.email,
        groups: groups.map((group) => group.g_id),
        svGroups: groups.filter((group) => names(group.admins, user)).map((group) => group.g_id),
        roles: applications.flatMap((application) =>
          (application.roles ?? [])
            .filter((role: Json) => names(role.users, user))
            .map((role: Json) => `${application.application_id}:${role.role_id}`),
        ),
        isWorkspaceAdmin: names(workspace.admins, user),
        current: current?.w_id ?? null,
        isExclusive: user.exclusive_workspace !== undefined,
        otherWorkspaces: own.filter((one) => one !== workspace).map((one) => one.w_id),
      }
    })
    .filter((user: KitUser) => user.groups.length > 0)
}

function readDatastore(application: Json, appId: string, datastore: Json): KitDatastore {
  const allRoles: string[] = (application.roles ?? []).map((role: Json) => role.role_id)
  const path = (reference: string) =>
    reference.includes("/") ? reference : `${application.application_id}/${reference}`
  const fields = Object.entries(datastore.fields ?? {}).map(([displayId, field]) =>
    readField(displayId, field as Json, allRoles, path),
  )
  const actions = Object.entries(datastore.actions ?? {}).map(([displayId, action]) =>
    readAction(displayId, action as Json, allRoles),
  )
  return {
    path: path(datastore.datastore_id),
    application: application.application_id,
    appId,
    displayId: datastore.datastore_id,
    dId: datastore.d_id,
    fields,
    statuses: Object.keys(datastore.statuses ?? {}),
    actions,
    roles: datastore.roles ?? allRoles,
    relations: (datastore.relations ?? []).map(path),
    hasAutoLinks: (datastore.auto_links ?? []).length > 0,
    items: (datastore.items ?? []).map(
      (item: Json): KitItem => ({
        key: item.key ?? null,
        iId: item.i_id,
        values: item.values ?? {},
        status: item.status ?? null,
        revNo: item.rev_no ?? 1,
        access: { groups: item.access?.groups ?? [], roles: item.access?.roles ?? [], users: item.access?.users ?? [] },
        links: item.links ?? [],
      }),
    ),
  }
}

function readField(
  displayId: string,
  field: Json,
  allRoles: readonly string[],
  path: (reference: string) => string,
): KitField {
  const options = Object.entries(field.options ?? {}) as [string, Json][]
  return {
    displayId,
    fId: field.f_id,
    dataType: field.dataType,
    ...readFixtureSettings(FIELD_IN.kit, field),
    roles: field.roles ?? allRoles,
    options: options.map(([id, { o_id: oId = id, enabled = true }]) => ({ displayId: id, oId, enabled })),
    selected: [field.selected ?? []].flat(),
    autonum: field.dataType === "autonum" ? readAutonum(field.autonum) : null,
    lookup: field.dslookup
      ? { datastore: path(field.dslookup.datastore), reverseLink: field.dslookup.reverse_link ?? false }
      : null,
    formula: field.calc?.formula ?? null,
    ...readFixtureSettings(USERS, field.users),
  }
}

const readAutonum = ({ start = 0, branches = {}, ...format }: Json = {}) => ({
  ...readFixtureSettings(AUTONUM, format),
  start,
  branches,
})

function readAction(displayId: string, action: Json, allRoles: readonly string[]): KitAction {
  const isCreate = action.crud_type === "1"
  return {
    displayId,
    aId: action.a_id,
    crudType: action.crud_type,
    status: action.status ?? null,
    nextStatus: action.next_status ?? null,
    isDefault: action.default ?? false,
    roles: action.roles ?? allRoles,
    publishGroups: action.publish?.groups ?? false,
    publishRoles: action.publish === undefined ? (isCreate ? ["ADMIN", "MEMBER"] : []) : (action.publish.roles ?? []),
    fields: Object.fromEntries(
      Object.entries((action.fields ?? {}) as Record<string, Json>).map(([field, setting]) => [
        field,
        readFixtureSettings(ACTION_FIELD, setting),
      ]),
    ),
    hasScript: action.pre_script !== undefined || action.post_script !== undefined,
  }
}

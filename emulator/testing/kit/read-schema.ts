import { KitError } from "./failures.ts"
import type { KitAction, KitDatastore, KitField, KitGroup, KitItem, KitReport, KitSchema, KitUser } from "./schema.ts"

// biome-ignore lint/suspicious/noExplicitAny: an exported fixture is JSON from outside; the loader that wrote it is its checker
type Json = any

/**
 * Reads the schema of one workspace (by name, the first when not given) from an exported fixture, in which every ID is written.
 * Throws when there is nothing to test in it, saying what is missing.
 */
export function readSchema(fixture: unknown, options: { readonly workspace?: string } = {}): KitSchema {
  const document = fixture as Json
  const workspaces: Json[] = document.workspaces ?? []
  const workspace =
    options.workspace === undefined ? workspaces[0] : workspaces.find((one) => one.name === options.workspace)
  if (workspace === undefined) throw new KitError(missingWorkspace(workspaces, options.workspace))
  const groups: KitGroup[] = []
  readGroup(workspace.group, null, groups)
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
    groups,
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
    reports: applications.flatMap((application: Json) => readReports(application, appIdOf(application))),
    makesApplications:
      workspace.functionality?.use_create_application !== false && (workspace.limits?.datastores ?? 0) === 0,
    now: document.clock?.now ?? "",
    avoid: [],
  }
  if (schema.users.length === 0)
    throw new KitError(
      `workspace ${schema.workspace} has no users, so nobody could call anything: name one among the members of a group`,
    )
  return schema
}

function missingWorkspace(workspaces: readonly Json[], wanted: string | undefined): string {
  if (workspaces.length === 0) return "the world has no workspace: make it from a fixture that has one"
  return `the world has no workspace ${wanted}; there are: ${workspaces.map((one) => one.name).join(", ")}`
}

function readGroup(group: Json, parent: string | null, into: KitGroup[]): void {
  into.push({
    gId: group.g_id,
    displayId: group.group_id,
    parent,
    roles: (group.roles ?? []).map((role: Json) => `${role.application_id}:${role.role_id}`),
  })
  for (const child of group.groups ?? []) readGroup(child, group.g_id, into)
}

/** Whether a fixture's user reference means the user. */
const means = (reference: string, user: Json): boolean =>
  reference === user.u_id || reference === user.email || reference === `${user.email}#${user.user_code}`

function isMember(group: Json, user: Json): boolean {
  const references: string[] = [...(group.members ?? []), ...(group.admins ?? [])]
  return (
    references.some((reference) => means(reference, user)) ||
    (group.groups ?? []).some((child: Json) => isMember(child, user))
  )
}

function readUsers(document: Json, workspace: Json, applications: readonly Json[]): KitUser[] {
  const workspaces: Json[] = document.workspaces
  const memberships: { gId: string; references: string[]; admins: string[] }[] = []
  const collect = (group: Json) => {
    const admins: string[] = group.admins ?? []
    memberships.push({ gId: group.g_id, references: [...(group.members ?? []), ...admins], admins })
    for (const child of group.groups ?? []) collect(child)
  }
  collect(workspace.group)
  return (document.users ?? [])
    .map((user: Json): KitUser => {
      const own = workspaces.filter((one) => isMember(one.group, user))
      const current = own.find((one) => [one.name, one.w_id].includes(user.current_workspace)) ?? own[0]
      return {
        uId: user.u_id,
        email: user.email,
        username: user.username ?? user.email.slice(0, user.email.indexOf("@")),
        reference: user.user_code ? `${user.email}#${user.user_code}` : user.email,
        groups: memberships
          .filter((one) => one.references.some((reference) => means(reference, user)))
          .map((one) => one.gId),
        svGroups: memberships
          .filter((one) => one.admins.some((reference) => means(reference, user)))
          .map((one) => one.gId),
        roles: applications.flatMap((application) =>
          (application.roles ?? [])
            .filter((role: Json) => (role.users ?? []).some((reference: string) => means(reference, user)))
            .map((role: Json) => `${application.application_id}:${role.role_id}`),
        ),
        isWorkspaceAdmin: (workspace.admins ?? []).some((reference: string) => means(reference, user)),
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

/** Of what they are grouped by, equal values are one row: no instants, which are shown as days, and no lists. */
const PLAIN: readonly string[] = ["text", "number", "select", "radio", "status"]

function readReports(application: Json, appId: string): KitReport[] {
  const id: string = application.application_id
  return (application.reports ?? []).flatMap((report: Json): KitReport[] => {
    const datastore = (application.datastores ?? []).find((one: Json) => one.datastore_id === report.datastore)
    const fieldOf = (column: string): string =>
      report.columns.find((one: Json) => (one.display_id ?? one.rpf_id) === column)?.field ?? column
    const groupBy: string[] = (report.group_by ?? []).map(fieldOf)
    const conditions: Json[] = report.conditions ?? []
    const conditionFields: string[] = conditions.map(({ id: column }) => fieldOf(column ?? ""))
    const isPlain = (name: string): boolean => PLAIN.includes(datastore?.fields?.[name]?.dataType)
    const hasColumns = conditions.every((one, at) => one.id === conditionFields[at])
    if (datastore === undefined || (report.joins ?? []).length > 0 || !hasColumns) return []
    if (![...groupBy, ...conditionFields].every(isPlain)) return []
    return [
      {
        rpId: report.rp_id,
        application: id,
        appId,
        datastore: `${id}/${report.datastore}`,
        roles: report.roles ?? (application.roles ?? []).map((role: Json) => role.role_id),
        groupBy,
        conditions,
        conditionFields,
      },
    ]
  })
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
    unique: field.unique ?? false,
    asTitle: field.as_title ?? false,
    search: field.search ?? true,
    hideFromApi: field.hide_from_api ?? false,
    minValue: String(field.min_value ?? ""),
    maxValue: String(field.max_value ?? ""),
    roles: field.roles ?? allRoles,
    options: options.map(([id, option]) => ({
      displayId: id,
      oId: option.o_id ?? id,
      enabled: option.enabled ?? true,
    })),
    autonum:
      field.dataType === "autonum"
        ? {
            prefix: field.autonum?.prefix ?? "",
            zeroPadding: field.autonum?.zero_padding ?? false,
            digit: field.autonum?.digit ?? 0,
            start: field.autonum?.start ?? 0,
            branches: field.autonum?.branches ?? {},
          }
        : null,
    lookup:
      field.dslookup === undefined
        ? null
        : { datastore: path(field.dslookup.datastore), reverseLink: field.dslookup.reverse_link ?? false },
    formula: field.calc?.formula ?? null,
    singleSelect: field.users?.single_select ?? false,
    publish: field.users?.publish ?? false,
  }
}

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
        { show: setting.show ?? true, update: setting.update ?? true, mandatory: setting.mandatory ?? false },
      ]),
    ),
    hasScript: action.pre_script !== undefined || action.post_script !== undefined,
  }
}

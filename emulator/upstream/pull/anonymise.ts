import type { Fixture } from "../../../src/fixtures/index.ts"
import { hiddenBytes, hiddenEmail, hiddenFileName, hiddenReference, hiddenText } from "../../../src/insight/index.ts"
import type { PulledFile } from "./pull-items.ts"
import type { PulledItem, PulledUser, PulledWorkspace } from "./pulled-fixture.ts"

/** Replaces names, addresses, texts and files. The same input always gives the same output. */
export interface Anonymiser {
  fixture(fixture: Fixture): Fixture
  /** `fields` contains the data type of each field by display ID. */
  item(item: PulledItem, fields: ReadonlyMap<string, string>): PulledItem
  file(file: PulledFile): PulledFile
  text(text: string): string
}

const TEXTS = new Set(["text", "textarea"])

export function anonymiser(): Anonymiser {
  return {
    item(item, fields) {
      const values = Object.entries(item.values).map(([field, value]) => {
        const dataType = fields.get(field) ?? ""
        if (TEXTS.has(dataType) && typeof value === "string") return [field, hiddenText(value)]
        if (dataType === "users") return [field, (value as string[]).map(hiddenReference)]
        return [field, dataType === "file" ? hiddenNames(value) : value]
      })
      return {
        ...item,
        values: Object.fromEntries(values),
        ...(item.created_by === undefined ? {} : { created_by: hiddenReference(item.created_by) }),
        ...(item.updated_by === undefined ? {} : { updated_by: hiddenReference(item.updated_by) }),
      }
    },
    text: hiddenText,
    file: (file) => ({ ...file, bytes: hiddenBytes(file.bytes) }),
    fixture: (fixture) => ({
      ...fixture,
      users: fixture.users.map(hiddenUser),
      workspaces: fixture.workspaces.map((workspace) => hiddenWorkspace(workspace, fixture)),
    }),
  }
}

/** Leaves out additional_info and pictures, whose forms are unknown. */
const hiddenUser = ({ email, username, user_code, u_id, confirmed, exclusive_workspace }: PulledUser): PulledUser =>
  ({
    email: hiddenEmail(email),
    ...(username === undefined ? {} : { username: hiddenText(username) }),
    ...(user_code === undefined ? {} : { user_code: hiddenText(user_code) }),
    u_id,
    confirmed,
    ...(exclusive_workspace === undefined ? {} : { exclusive_workspace }),
  }) as PulledUser

function hiddenWorkspace(workspace: PulledWorkspace, { workspaces }: Fixture): PulledWorkspace {
  const textFields = new Set(
    workspaces.flatMap(({ applications = [] }) =>
      applications.flatMap(({ datastores = [] }) =>
        datastores.flatMap(({ fields }) =>
          Object.values(fields).flatMap(({ f_id, dataType }) => (TEXTS.has(dataType) ? (f_id ?? []) : [])),
        ),
      ),
    ),
  )
  return {
    ...workspace,
    name: hiddenText(workspace.name),
    admins: workspace.admins.map(hiddenReference),
    group: hiddenGroup(workspace.group),
    ...(workspace.applications && {
      applications: workspace.applications.map(({ roles, queries, ...application }) => ({
        ...application,
        ...(roles && {
          roles: roles.map(({ users, ...role }) => ({ ...role, ...(users && { users: users.map(hiddenReference) }) })),
        }),
        ...(queries && {
          queries: queries.map(({ name, desc, conditions, ...query }) => ({
            ...query,
            name: hiddenText(name),
            ...(desc === undefined ? {} : { desc: hiddenText(desc) }),
            conditions: conditions.map((condition) => hiddenCondition(condition, textFields)),
          })),
        }),
      })),
    }),
  }
}

type Condition = NonNullable<
  NonNullable<PulledWorkspace["applications"]>[number]["queries"]
>[number]["conditions"][number]

function hiddenCondition(condition: Condition, textFields: ReadonlySet<string>): Condition {
  const { conditions, id, search_value: values } = condition
  if (conditions !== undefined) {
    return { ...condition, conditions: conditions.map((one) => hiddenCondition(one, textFields)) }
  }
  if (id === undefined || !textFields.has(id) || values === undefined) return condition
  return { ...condition, search_value: values.map((value) => (typeof value === "string" ? hiddenText(value) : value)) }
}

const hiddenGroup = ({
  name,
  members,
  admins,
  groups,
  ...group
}: PulledWorkspace["group"]): PulledWorkspace["group"] => ({
  ...group,
  name: hiddenText(name),
  ...(members && { members: members.map(hiddenReference) }),
  ...(admins && { admins: admins.map(hiddenReference) }),
  ...(groups && { groups: groups.map(hiddenGroup) }),
})

const hiddenNames = (files: unknown): unknown =>
  (Array.isArray(files) ? files : [files]).map((file: { readonly name?: string }) =>
    file?.name === undefined ? file : { ...file, name: hiddenFileName(file.name) },
  )

import type { Fixture } from "../../../src/fixtures/index.ts"
import { ApiError, type Client } from "../../client/index.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { type ListedDatastore, pullDatastore } from "./pull-datastore.ts"
import { type People, pullAdmins, pullExclusiveUsers, pullGroups, pullPeople } from "./pull-people.ts"
import {
  type AnswerFrom,
  compact,
  namesInFixture,
  type PulledApplication,
  type PulledWorkspace,
  Untold,
} from "./pulled-fixture.ts"

/** A workspace without items and users. Users are complete after the items have been read. */
export interface PulledSchema {
  readonly settings: Fixture["settings"]
  readonly workspace: PulledWorkspace
  readonly datastores: readonly ListedDatastore[]
  readonly people: People
  readonly missing: Untold
}

export interface SchemaOptions {
  /** Name or w_id; default: the current workspace. */
  readonly workspace?: string | undefined
  /** Display IDs or p_ids; default: all applications. */
  readonly applications?: readonly string[] | undefined
  readonly users?: "real" | "placeholder" | undefined
  /** Called with the approximate number of requests, before most of them are made. */
  readonly onPlan?: ((requests: number) => void) | undefined
  readonly items?: "none" | "all" | number | undefined
  readonly files?: boolean | undefined
  readonly anonymise?: boolean | undefined
}

/** Returns whether a pull reads profile pictures. Pictures would show who a replaced user is. */
export const takesPictures = ({ files = false, anonymise = false, users }: SchemaOptions): boolean =>
  files && !anonymise && users !== "placeholder"

/** Reads a workspace with documented operations that do not write. */
export async function pullWorkspace(api: Client, options: SchemaOptions): Promise<PulledSchema> {
  const missing = new Untold()
  const { workspaces, current_workspace_id: current } = await api.getWorkspaces()
  const wanted = options.workspace ?? current
  const meant = workspaces.find(({ workspace_id: id, workspace_name: name }) => id === wanted || name === wanted)
  if (meant === undefined) throw new UpstreamProblem(unknownWorkspace(wanted, workspaces))
  const { workspace_id: wId, workspace_name: name } = meant
  if (wId !== current) {
    throw new UpstreamProblem(
      `expected ${JSON.stringify(name)} to be the user's current workspace; select it with SelectWorkspace, or use the token of another user`,
    )
  }
  const me = await api.getUserInfo()
  const listed = chooseApplications(
    await api.getApplicationsAndDatastores({ params: { "workspace-id": wId } }),
    options,
  )
  const datastores = await listDatastores(api, listed)
  const people = await pullPeople(api, options.users === "placeholder")
  options.onPlan?.(await plan(api, datastores, people, options))
  if (me.is_ws_admin && options.users !== "placeholder") await pullExclusiveUsers(api, people, wId)
  const applications = await Promise.all(
    listed.map((application) => pullApplication(api, application, people, datastores, missing)),
  )
  if (options.applications === undefined) applications.push(...unseenApplications(people, listed))
  const params = { "workspace-id": wId }
  const [group, admins, policy, functionality, usage] = await Promise.all([
    pullGroups(api, people),
    pullAdmins(api, people, wId, me, missing),
    ifReadable(api.getPasswordPolicy({ params })),
    ifReadable(api.getWorkspaceFunctionality({ params })),
    ifReadable(api.getWorkspaceUsage({ params })),
  ])
  const isJapanese = listed.some(({ name: shown }, at) => {
    const names = applications[at]?.name
    return typeof names === "object" && names.ja === shown
  })
  for (const text of MISSING_PARTS) missing.add(text)
  return {
    settings: isJapanese ? { lang: "ja" } : undefined,
    workspace: compact({
      name,
      w_id: wId,
      admins,
      password_policy: policy,
      functionality: functionality && { ...functionality.ws_functions, ...functionality.app_functions },
      limits: usage && {
        users: usage.usage.users_limit,
        datastores: usage.usage.datastores_limit,
        storage_mb: usage.usage.storage_limit,
      },
      group,
      applications,
    }) as PulledWorkspace,
    datastores,
    people,
    missing,
  }
}

/** Parts of a workspace that no operation of the API returns, and the values that the fixture has instead. */
const MISSING_PARTS = [
  "passwords and tokens; users have none. Add `password:` to a user, or use `hexarium token EMAIL`",
  "applications, datastores, fields and items that the user of the pull does not see; they are not in the fixture",
  "access keys of items; everybody with a role in the application sees the application's items",
  "the roles of groups; each user has their roles directly",
  "default actions; the first action of each kind is the default",
  "publishing settings, notify roles and webhooks of actions; these are the defaults",
  "default searches, auto links and relations of datastores; there are none",
  "reports, charts, functions, auto actions and public calls, which the API does not list; there are none",
  "owners of saved lists; everybody sees the lists",
  "histories, comments, unread marks, mails and templates, which a fixture can't express",
]

const unknownWorkspace = (wanted: string, workspaces: AnswerFrom<"getWorkspaces">["workspaces"]): string =>
  `the user has no workspace ${JSON.stringify(wanted)}; the workspaces are ${workspaces.map(({ workspace_name: name }) => JSON.stringify(name)).join(", ") || "none"}`

type Listed = AnswerFrom<"getApplicationsAndDatastores">

function chooseApplications(all: Listed, { applications }: SchemaOptions): Listed {
  if (applications === undefined) return all
  return applications.map((wanted) => {
    const found = all.find(({ application_id: id, display_id: displayId }) => id === wanted || displayId === wanted)
    if (found !== undefined) return found
    const known = all.map(({ display_id: displayId }) => displayId).join(", ")
    throw new UpstreamProblem(`the user has no application ${wanted}; the applications are ${known || "none"}`)
  })
}

const listDatastores = (api: Client, applications: Listed): Promise<ListedDatastore[]> =>
  Promise.all(
    applications.flatMap(({ application_id: pId, display_id: application, datastores }) =>
      datastores.map(async ({ datastore_id: dId }): Promise<ListedDatastore> => {
        const params = { "datastore-id": dId }
        const [settings, actions] = await Promise.all([
          api.getDatastoreSettings({ params }),
          api.getActionSettingsOfDatastore({ params }),
        ])
        return { application, pId, dId, displayId: settings.display_id, settings, actions }
      }),
    ),
  )

/** Counts the requests that remain. */
async function plan(
  api: Client,
  datastores: readonly ListedDatastore[],
  { members }: People,
  options: SchemaOptions,
): Promise<number> {
  const { items = "all" } = options
  const counts = await Promise.all(
    datastores.map(async ({ pId, dId, settings, actions }) => {
      const ofActions = [...actions.item_actions, ...actions.statuses.flatMap(({ status_actions }) => status_actions)]
      const schema = settings.fields.length + ofActions.length * 3
      if (items === "none") return schema
      const { totalItems } = await api.itemList({
        params: { "app-id": pId, "datastore-id": dId },
        body: { conditions: [], return_count_only: true },
      })
      const count = typeof items === "number" ? Math.min(items, totalItems) : totalItems
      return schema + count + Math.ceil((count + 1) / 100)
    }),
  )
  return counts.reduce((sum, count) => sum + count, members.length * (takesPictures(options) ? 2 : 1) + 6)
}

async function pullApplication(
  api: Client,
  { application_id: pId, display_id: displayId }: Listed[number],
  people: People,
  all: readonly ListedDatastore[],
  missing: Untold,
): Promise<PulledApplication> {
  const [settings, queries, datastores] = await Promise.all([
    api.getApplicationSettings({ params: { "project-id": pId } }),
    api.getUserQueries({ params: { "app-id": pId } }),
    Promise.all(all.filter((one) => one.pId === pId).map((one) => pullDatastore(api, one, all, missing))),
  ])
  const held = people.members.flatMap(({ user_roles }) => user_roles ?? [])
  const roles = settings.roles.map(({ role_id, display_id, name }) => {
    const users = people.members.filter(({ user_roles }) => user_roles?.some(({ r_id }) => r_id === role_id))
    const references = users.map(({ u_id }) => people.reference(u_id))
    return compact({
      role_id: display_id,
      name,
      r_id: role_id,
      users: references.length === 0 ? undefined : references,
    })
  })
  return compact({
    application_id: displayId,
    name: namesInFixture(settings.names),
    p_id: pId,
    display_order: held.find(({ p_id }) => p_id === pId)?.application_display_order,
    roles,
    datastores,
    queries: queries.length === 0 ? undefined : queries.map(pullQuery),
  }) as PulledApplication
}

/** Applications of which the user only sees that other users have roles there. They have no datastores. */
function unseenApplications(people: People, listed: Listed): PulledApplication[] {
  const held = people.members.flatMap(({ u_id, user_roles }) => (user_roles ?? []).map((role) => ({ u_id, ...role })))
  const unseen = held.filter(({ p_id }) => listed.every(({ application_id }) => application_id !== p_id))
  return [...new Set(unseen.map(({ p_id }) => p_id))].flatMap((pId) => {
    const own = unseen.filter(({ p_id }) => p_id === pId)
    const [first] = own
    if (first === undefined) return []
    const roles = [...new Set(own.map(({ r_id }) => r_id))].map((rId) => {
      const holders = own.filter(({ r_id }) => r_id === rId)
      return {
        role_id: holders[0]?.role_id ?? rId,
        name: holders[0]?.role_name ?? rId,
        r_id: rId,
        users: holders.map(({ u_id }) => people.reference(u_id)),
      }
    })
    return {
      application_id: first.application_id,
      name: first.application_name,
      p_id: pId,
      display_order: first.application_display_order,
      roles,
    } as PulledApplication
  })
}

type WireQuery = AnswerFrom<"getUserQueries">[number]
type WireCondition = WireQuery["conditions"][number]

const pullQuery = ({ q_id, name, desc, display_order, datastoreId, conditions }: WireQuery) =>
  compact({
    q_id,
    name,
    desc: desc || undefined,
    display_order,
    datastore_id: datastoreId,
    conditions: conditions.map(pullCondition),
  })

function pullCondition(condition: WireCondition): object {
  if (!("conditions" in condition)) {
    const { data_type: _, ...leaf } = condition
    return compact(leaf)
  }
  const { conditions, use_or_condition, not_match } = condition
  return compact({ conditions: conditions.map(pullCondition), use_or_condition, not_match })
}

const ifReadable = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  })

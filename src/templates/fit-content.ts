import type { Actor } from "../access/actor.ts"
import { seesDatastore, seesItem } from "../access/may.ts"
import { listApplications, listDatastores } from "../access/places.ts"
import type { FixtureApplication, FixtureDatastore } from "../fixture/load/loading.ts"
import { BOT } from "../fixture/load/resolve.ts"
import { UserDirectory } from "../fixture/load/user-directory.ts"
import type { FixtureItem } from "../fixture/schema/item.ts"
import { type DId, isInternalId, type UId } from "../ids.ts"
import type { Workspace } from "../records/workspace.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"

/** What a workspace has that an application may name. */
export interface Surroundings {
  /** The member of the workspace that a reference means, if it means one alone. */
  findUser(reference: string): UId | undefined
  hasGroup(reference: string): boolean
  /** Whether `APP/DS` is a datastore that the caller sees. */
  hasDatastore(reference: string): boolean
  hasApplication(reference: string): boolean
  /** Whether the caller sees an item of the workspace. */
  hasItem(iId: string): boolean
  /** Who takes the place of authors who are not there. */
  readonly heir: UId
}

export function surroundingsOf(view: View, actor: Actor, { wId, botUId }: Workspace): Surroundings {
  const directory = new UserDirectory()
  for (const user of view.list("users", "usersByWorkspace", wId)) {
    if (!user.isBot) directory.add({ ...user, isExclusive: user.exclusiveWId !== null })
  }
  const groups = new Set(
    view.list("groups", "groupsByWorkspace", wId).flatMap(({ gId, displayId }) => [gId, displayId]),
  )
  const applications = listApplications(view, wId)
  const applicationIds = new Set(applications.map(({ displayId }) => displayId))
  const seen = applications.flatMap(({ pId, displayId }) =>
    listDatastores(view, pId)
      .filter((datastore) => seesDatastore(view, actor, datastore))
      .map(({ dId, displayId: name }) => ({ dId, reference: `${displayId}/${name}` })),
  )
  const datastores = new Set(seen.map(({ reference }) => reference))
  // Found once: an archive may name a million, and a workspace have thousands of datastores.
  let items: ReadonlySet<string> | undefined
  return {
    findUser(reference) {
      const [found, other] = reference === BOT ? [botUId] : directory.find(reference)
      return other === undefined ? found : undefined
    },
    hasGroup: (reference) => groups.has(reference),
    hasDatastore: (reference) => datastores.has(reference),
    hasApplication: (reference) => applicationIds.has(reference),
    hasItem(iId) {
      items ??= itemsIn(
        view,
        actor,
        seen.map(({ dId }) => dId),
      )
      return items.has(iId)
    },
    heir: actor.uId,
  }
}

/** The IDs of the items of datastores that the caller sees. */
function itemsIn(view: View, actor: Actor, dIds: readonly DId[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const dId of dIds) {
    view.table(itemsTable(dId)).forEach((item) => {
      if (seesItem(actor, item)) found.add(item.iId)
    })
  }
  return found
}

/**
 * The application without what it names outside itself and the workspace does not have, or the caller does not see: people, groups, other
 * applications and their items. Roles are held by nobody.
 */
export function fitApplication(application: FixtureApplication, around: Surroundings): FixtureApplication {
  const { roles, datastores = [], queries, reports = [], charts = [], ...rest } = application
  const own = new Set(datastores.flatMap(({ items = [] }) => items.flatMap((item) => item.i_id ?? [])))
  const hasDatastore = (reference: string) => !reference.includes("/") || around.hasDatastore(reference)
  const isKept = ({ joins = [] }: (typeof reports)[number]) => joins.every(({ datastore }) => hasDatastore(datastore))
  const gone = new Set(reports.flatMap((one) => (isKept(one) ? [] : [one.report_id, one.rp_id])))
  return {
    ...rest,
    ...(roles === undefined ? {} : { roles: roles.map(({ users: _, ...role }) => role) }),
    ...(queries === undefined
      ? {}
      : { queries: queries.filter(({ owner }) => owner === undefined || hasUser(around, owner)) }),
    reports: reports.filter(isKept),
    charts: charts.filter(({ report }) => !gone.has(report)),
    datastores: datastores.map((datastore) => fitDatastore(datastore, own, hasDatastore, around)),
  }
}

function fitDatastore(
  datastore: FixtureDatastore,
  own: ReadonlySet<string>,
  hasDatastore: (reference: string) => boolean,
  around: Surroundings,
): FixtureDatastore {
  const { fields, relations = [], auto_links: autoLinks = [], items = [] } = datastore
  const lost = new Set(
    Object.entries(fields).flatMap(([id, { dslookup }]) =>
      dslookup === undefined || hasDatastore(dslookup.datastore) ? [] : [id],
    ),
  )
  const hasItem = (reference: string) => !isInternalId(reference) || own.has(reference) || around.hasItem(reference)
  const fitItem = (item: FixtureItem): FixtureItem => ({
    ...item,
    ...(item.created_by === undefined ? {} : { created_by: fitAuthor(item.created_by, around) }),
    ...(item.updated_by === undefined ? {} : { updated_by: fitAuthor(item.updated_by, around) }),
    ...(item.links === undefined ? {} : { links: item.links.filter(hasItem) }),
    ...(item.access === undefined ? {} : { access: fitAccess(item.access, around) }),
    values: Object.fromEntries(
      Object.entries(item.values).flatMap(([name, value]): [string, unknown][] => {
        const type = fields[name]?.dataType
        if (type === "users") return [[name, fitUsers(value, around)]]
        if (type !== "dslookup") return [[name, value]]
        return lost.has(name) || (typeof value === "string" && !hasItem(value)) ? [] : [[name, value]]
      }),
    ),
  })
  return {
    ...datastore,
    fields: Object.fromEntries(
      Object.entries(fields).map(([id, field]) => [id, lost.has(id) ? { ...field, dslookup: NOWHERE } : field]),
    ),
    relations: relations.filter(hasDatastore),
    auto_links: autoLinks.filter(({ to }) => hasDatastore(to.slice(0, to.lastIndexOf(".")))),
    items: items.map(fitItem),
  }
}

/** A lookup that leads nowhere, as exports write it. */
const NOWHERE = { datastore: "", field: "" }

const hasUser = ({ findUser }: Surroundings, reference: string): boolean => findUser(reference) !== undefined

/** Who wrote something, or who takes their place. */
const fitAuthor = (reference: string, around: Surroundings): string =>
  reference === "IMPORT" || hasUser(around, reference) ? reference : around.heir

function fitUsers(value: unknown, around: Surroundings): unknown {
  const isThere = (one: unknown) => typeof one !== "string" || hasUser(around, one)
  if (Array.isArray(value)) return value.filter(isThere)
  return isThere(value) ? value : null
}

const fitAccess = (access: NonNullable<FixtureItem["access"]>, around: Surroundings): FixtureItem["access"] => ({
  groups: access.groups?.filter((reference) => around.hasGroup(reference)),
  roles: access.roles?.filter((reference) => {
    const at = reference.indexOf("/")
    return at < 0 || around.hasApplication(reference.slice(0, at))
  }),
  users: access.users?.filter((reference) => hasUser(around, reference)),
})

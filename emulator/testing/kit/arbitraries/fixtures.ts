import fc from "fast-check"
import type { Fixture } from "../../../../src/fixtures/index.ts"
import type { DataType } from "../../../../src/model/records/index.ts"

type Datastore = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>[number]
type Field = Datastore["fields"][string]
type Action = NonNullable<Datastore["actions"]>[string]

const email = (nth: number) => `user${nth}@small.test`

const ROLES = ["ADMIN", "MEMBER"]

const options = fc
  .integer({ min: 1, max: 3 })
  .map((count) => Object.fromEntries(["a", "b", "c"].slice(0, count).map((id) => [id, id.toUpperCase()])))

const plain = <T extends DataType>(dataType: T) => fc.constant({ dataType })

const choice = <T extends DataType>(dataType: T) => options.map((drawn) => ({ dataType, options: drawn }))

/** Functions that generate fields of each data type; null for unneeded types. Lookups refer to the datastores `others`. */
const FIELDS: { readonly [T in DataType]: (others: readonly string[]) => fc.Arbitrary<Field> | null } = {
  text: () =>
    fc.oneof(
      plain("text"),
      fc.boolean().map((unique) => ({ dataType: "text" as const, unique, as_title: true })),
    ),
  textarea: () => plain("textarea"),
  number: () =>
    fc.oneof(
      plain("number"),
      fc.integer({ min: 1, max: 100 }).map((max) => ({ dataType: "number" as const, min_value: 0, max_value: max })),
    ),
  calc: () => null,
  autonum: () =>
    fc
      .nat(20)
      .map((start) => ({ dataType: "autonum", autonum: { prefix: "N-", zero_padding: true, digit: 3, start } })),
  datetime: () => plain("datetime"),
  date: () => plain("date"),
  time: () => plain("time"),
  select: () => choice("select"),
  radio: () => choice("radio"),
  checkbox: () => choice("checkbox"),
  users: () =>
    fc.record({ single_select: fc.boolean(), publish: fc.boolean() }).map((users) => ({ dataType: "users", users })),
  file: () => plain("file"),
  dslookup: (others) =>
    others.length === 0
      ? null
      : fc
          .record({ datastore: fc.constantFrom(...others), field: fc.constant("Name"), reverse_link: fc.boolean() })
          .map((dslookup) => ({ dataType: "dslookup", dslookup })),
  status: () => null,
  label: () => plain("label"),
  separator: () => plain("separator"),
}

const field = (others: readonly string[]): fc.Arbitrary<Field> =>
  fc
    .tuple(
      fc.oneof(
        ...Object.values(FIELDS).flatMap((fieldsOf) => fieldsOf(others) ?? []),
        // Adds `dslookup` four more times, so that lookup fields are drawn more often than other types.
        ...Array.from({ length: others.length === 0 ? 0 : 4 }, () => FIELDS.dslookup(others) ?? []).flat(),
      ),
      fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.subarray(ROLES) }),
    )
    .map(([one, roles]) => (roles === null ? one : { ...one, roles }))

const SETTINGS = fc.constantFrom({ mandatory: true }, { update: false }, { show: false })

const fieldSettings = (fields: readonly string[]): fc.Arbitrary<NonNullable<Action["fields"]>> =>
  fc
    .array(fc.tuple(fc.constantFrom(...fields), SETTINGS), { maxLength: 2 })
    .map((settings) => Object.fromEntries(settings))

/** Generates create and update actions, sometimes copy and delete actions, and one update action for each status. */
function actions(statuses: readonly string[], writable: readonly string[]): fc.Arbitrary<Record<string, Action>> {
  const settings = writable.length === 0 ? fc.constant({}) : fieldSettings(writable)
  const usual = fc
    .record({
      create: settings,
      update: settings,
      roles: fc.subarray(ROLES),
      rest: fc.subarray(["Copy", "Delete"] as const),
    })
    .map(({ create, update, roles, rest }): Record<string, Action> => {
      const further: Record<"Copy" | "Delete", Action> = {
        Copy: { crud_type: "4", default: true },
        Delete: { crud_type: "3", default: true, roles },
      }
      return {
        Create: { crud_type: "1", default: true, fields: create },
        Update: { crud_type: "2", default: true, fields: update },
        ...Object.fromEntries(rest.map((id) => [id, further[id]])),
      }
    })
  if (statuses.length === 0) return usual
  const targets = fc.array(fc.constantFrom(...statuses), { minLength: statuses.length, maxLength: statuses.length })
  return fc.tuple(usual, targets).map(([items, next]) => ({
    ...items,
    ...Object.fromEntries(
      statuses.map((status, at): [string, Action] => [
        `From-${status}`,
        { crud_type: "2", status, next_status: next[at] ?? status },
      ]),
    ),
  }))
}

const GIVEN_TYPES: readonly DataType[] = ["text", "textarea", "number", "date", "time"]

function datastore(id: string, others: readonly string[]): fc.Arbitrary<Datastore> {
  const name: Field = { dataType: "text", as_title: true }
  const fields = fc.oneof(
    { weight: 1, arbitrary: field(others).map((only): Record<string, Field> => ({ Only: only })) },
    {
      weight: 4,
      arbitrary: fc
        .array(field(others), { maxLength: 6 })
        .map(
          (more): Record<string, Field> =>
            Object.fromEntries([["Name", name], ...more.map((one, at): [string, Field] => [`F${at + 1}`, one])]),
        ),
    },
  )
  const roles = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.subarray(ROLES) })
  return fc.tuple(fields, fc.subarray(["new", "doing", "done"]), roles).chain(([made, statuses, seenBy]) => {
    const writable = Object.entries(made).flatMap(([key, one]) => (GIVEN_TYPES.includes(one.dataType) ? key : []))
    return fc
      .record({ actions: actions(statuses, writable), items: fc.nat(3), relations: fc.subarray([...others]) })
      .map(
        ({ items, ...rest }): Datastore => ({
          datastore_id: id,
          name: id,
          ...rest,
          fields: made,
          ...(seenBy && { roles: seenBy }),
          ...(statuses.length > 0 && {
            statuses: Object.fromEntries(statuses.map((status) => [status, { name: status }])),
          }),
          items: Array.from({ length: items }, (_, at) => ({
            key: `${id}-${at + 1}`,
            values: "Name" in made ? { Name: `${id} ${at + 1}` } : {},
          })),
        }),
      )
  })
}

const datastores = (ids: readonly string[]): fc.Arbitrary<Datastore[]> =>
  ids.reduce<fc.Arbitrary<Datastore[]>>(
    (before, id) =>
      before.chain((made) => {
        const named = made.filter(({ fields }) => "Name" in fields).map((one) => one.datastore_id)
        return datastore(id, named).map((one) => [...made, one])
      }),
    fc.constant([]),
  )

type Workspace = Fixture["workspaces"][number]

/** Builds a workspace. The user `first` administers the workspace and its application; the users `holders` have the role MEMBER. */
const workspace = (
  name: string,
  first: string,
  group: Pick<Workspace["group"], "members" | "groups">,
  holders: readonly string[],
  made: Datastore[],
): Workspace => ({
  name,
  admins: [first],
  group: { group_id: "top", name: "Top", ...group },
  applications: [
    {
      application_id: "APP",
      name: "App",
      roles: [
        { role_id: "ADMIN", name: "admin", users: [first] },
        { role_id: "MEMBER", name: "member", users: [...holders] },
      ],
      datastores: made,
    },
  ],
})

/**
 * Generates small valid fixtures: two to four users, a group tree, and one application with one to three datastores.
 * The fixtures cover most data types, relations, lookups to earlier datastores, statuses, actions and a few items. Some
 * fixtures have a second workspace whose application has the same display ID, users in both workspaces, users without
 * roles, datastores with one field, restricted fields and datastores, and mandatory fields. The first user administers
 * the first workspace.
 *
 * @example
 * ```ts
 * import fc from "fast-check"
 * import { createWorld } from "hexarium"
 * import { smallFixture } from "hexarium/testing"
 *
 * const property = fc.asyncProperty(smallFixture(), async (fixture) => {
 *   const { version } = await createWorld({ fixture })
 *   return version === 0
 * })
 * await fc.assert(property, { seed: 1 })
 * ```
 */
export function smallFixture(): fc.Arbitrary<Fixture> {
  return fc
    .record({
      users: fc.integer({ min: 2, max: 4 }),
      groups: fc.nat(2),
      datastores: fc.integer({ min: 1, max: 3 }),
      seed: fc.nat(1000),
      hasRole: fc.array(fc.constantFrom(true, true, false), { minLength: 4, maxLength: 4 }),
      others: fc.option(
        fc.record({
          isIn: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
          isCurrent: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        }),
      ),
    })
    .chain(({ users, groups, datastores: count, seed, hasRole, others }) => {
      const emails = Array.from({ length: users }, (_, at) => email(at + 1))
      const holders = emails.filter((_, at) => at > 0 && hasRole[at])
      const subgroups = Array.from({ length: groups }, (_, at) => ({
        group_id: `group${at + 1}`,
        name: `Group ${at + 1}`,
        members: emails.slice(at + 1, at + 3),
      }))
      const there = others === null ? [] : emails.filter((_, at) => at > 0 && others.isIn[at])
      return fc.tuple(datastores(["Alpha", "Beta", "Gamma"].slice(0, count)), datastores(["Alpha"])).map(
        ([made, madeThere]): Fixture => ({
          version: 1,
          seed,
          clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
          users: emails.map((one, at) => ({
            email: one,
            password: "small",
            ...(there.includes(one) && others?.isCurrent[at] && { current_workspace: "Other" }),
          })),
          workspaces: [
            workspace("Small", email(1), { members: emails, groups: subgroups }, holders, made),
            ...(there[0] === undefined
              ? []
              : [workspace("Other", there[0], { members: there }, there.slice(1), madeThere)]),
          ],
        }),
      )
    })
}

import fc from "fast-check"
import type { DataType, Fixture } from "../../../src/inside.ts"

type Datastore = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>[number]
type Field = Datastore["fields"][string]
type Action = NonNullable<Datastore["actions"]>[string]

const email = (nth: number) => `user${nth}@small.test`

const options = fc
  .integer({ min: 1, max: 3 })
  .map((count) => Object.fromEntries(["a", "b", "c"].slice(0, count).map((id) => [id, id.toUpperCase()])))

const plain = <T extends DataType>(dataType: T) => fc.constant({ dataType })

const choice = <T extends DataType>(dataType: T) => options.map((drawn) => ({ dataType, options: drawn }))

/**
 * Fields of each data type, some of their settings drawn; null for a type that there can be none of. `others` are the datastores
 * that a lookup may lead to.
 */
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
  /** A datastore with statuses gets its status field by itself. */
  status: () => null,
  label: () => plain("label"),
  separator: () => plain("separator"),
}

const field = (others: readonly string[]): fc.Arbitrary<Field> =>
  fc.oneof(...Object.values(FIELDS).flatMap((fieldsOf) => fieldsOf(others) ?? []))

/** Status actions that lead from each status to some other, besides the usual item actions. */
function actions(statuses: readonly string[]): fc.Arbitrary<Record<string, Action>> {
  const usual: Record<string, Action> = {
    Create: { crud_type: "1", default: true },
    Update: { crud_type: "2", default: true },
    Copy: { crud_type: "4", default: true },
    Delete: { crud_type: "3", default: true },
  }
  if (statuses.length === 0) return fc.constant(usual)
  return fc
    .array(fc.constantFrom(...statuses), { minLength: statuses.length, maxLength: statuses.length })
    .map((targets) => ({
      ...usual,
      ...Object.fromEntries(
        statuses.map((status, at): [string, Action] => [
          `From-${status}`,
          { crud_type: "2", status, next_status: targets[at] ?? status },
        ]),
      ),
    }))
}

function datastore(id: string, others: readonly string[]): fc.Arbitrary<Datastore> {
  return fc.subarray(["new", "doing", "done"]).chain((statuses) =>
    fc
      .record({
        fields: fc.array(field(others), { maxLength: 6 }),
        actions: actions(statuses),
        items: fc.nat(3),
        relations: fc.subarray([...others]),
      })
      .map(
        ({ fields, items, ...rest }): Datastore => ({
          datastore_id: id,
          name: id,
          ...rest,
          fields: Object.fromEntries([
            ["Name", { dataType: "text", as_title: true } as Field],
            ...fields.map((one, at): [string, Field] => [`F${at + 1}`, one]),
          ]),
          ...(statuses.length === 0
            ? {}
            : { statuses: Object.fromEntries(statuses.map((status) => [status, { name: status }])) }),
          items: Array.from({ length: items }, (_, at) => ({
            key: `${id}-${at + 1}`,
            values: { Name: `${id} ${at + 1}` },
          })),
        }),
      ),
  )
}

/**
 * Whole small fixtures: two to four users, a group tree, one application with one to three datastores that between them draw on
 * every data type, relations and lookups to earlier datastores, status graphs, actions, a few items. Always valid.
 */
export function smallFixture(): fc.Arbitrary<Fixture> {
  return fc
    .record({
      users: fc.integer({ min: 2, max: 4 }),
      groups: fc.nat(2),
      datastores: fc.integer({ min: 1, max: 3 }),
      seed: fc.nat(1000),
    })
    .chain(({ users, groups, datastores, seed }) => {
      const ids = ["Alpha", "Beta", "Gamma"].slice(0, datastores)
      return fc.tuple(...ids.map((id, at) => datastore(id, ids.slice(0, at)))).map((made): Fixture => {
        const emails = Array.from({ length: users }, (_, at) => email(at + 1))
        return {
          version: 1,
          seed,
          clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
          users: emails.map((one) => ({ email: one, password: "small" })),
          workspaces: [
            {
              name: "Small",
              admins: [email(1)],
              group: {
                group_id: "top",
                name: "Top",
                members: emails,
                groups: Array.from({ length: groups }, (_, at) => ({
                  group_id: `group${at + 1}`,
                  name: `Group ${at + 1}`,
                  members: emails.slice(at + 1, at + 3),
                })),
              },
              applications: [
                {
                  application_id: "APP",
                  name: "App",
                  roles: [
                    { role_id: "ADMIN", name: "admin", users: [email(1)] },
                    { role_id: "MEMBER", name: "member", users: emails.slice(1) },
                  ],
                  datastores: made,
                },
              ],
            },
          ],
        }
      })
    })
}

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"

const PEOPLE = ["u0", "u1", "u2", "u3"] as const
type Person = (typeof PEOPLE)[number]

/** A tree of four groups: TOP contains LEFT and RIGHT, and LEFT contains LEAF. */
const GROUPS = ["TOP", "LEFT", "RIGHT", "LEAF"] as const
type Group = (typeof GROUPS)[number]
const GROUPS_ABOVE: Record<Group, readonly Group[]> = { TOP: [], LEFT: ["TOP"], RIGHT: ["TOP"], LEAF: ["LEFT", "TOP"] }

interface Access {
  readonly groups: readonly Group[]
  readonly roles: readonly string[]
  readonly users: readonly Person[]
}

interface Plan {
  readonly members: Readonly<Record<Group, readonly Person[]>>
  /** Everybody has MEMBER, which shows places and fields. The role EXTRA belongs to these people and to the group's members. */
  readonly extra: { readonly people: readonly Person[]; readonly group: Group }
  readonly items: readonly Access[]
}

/** Users who hold one of the item's keys (model.md section 4). */
function holders({ members, extra }: Plan, { groups, roles, users }: Access): Set<Person> {
  const holds = (person: Person): boolean =>
    users.includes(person) ||
    groups.some((group) => [group, ...GROUPS_ABOVE[group]].some((one) => members[one].includes(person))) ||
    (roles.includes("EXTRA") &&
      (extra.people.includes(person) ||
        // A group's role applies to its members and those of its subgroups. Everybody is in a group below TOP.
        extra.group === "TOP" ||
        GROUPS.some(
          (group) => [group, ...GROUPS_ABOVE[group]].includes(extra.group) && members[group].includes(person),
        )))
  return new Set(PEOPLE.filter(holds))
}

const access = fc.record({
  groups: fc.subarray([...GROUPS], { maxLength: 2 }),
  roles: fc.subarray(["EXTRA"]),
  users: fc.subarray([...PEOPLE], { maxLength: 2 }),
})

const someone = fc.subarray([...PEOPLE], { maxLength: 2 })

const plan: fc.Arbitrary<Plan> = fc.record({
  members: fc.record({ TOP: someone, LEFT: someone, RIGHT: someone, LEAF: someone }),
  extra: fc.record({ people: fc.subarray([...PEOPLE], { maxLength: 1 }), group: fc.constantFrom(...GROUPS) }),
  items: fc.array(access, { minLength: 1, maxLength: 5 }),
})

const HUB = "f".repeat(24)
const itemId = (at: number): string => at.toString(16).padStart(24, "0")
const email = (person: Person): string => `${person}@x.test`

/** Items of D with the plan's access keys. A hub item, visible to everybody, links to all of them and looks each of them up. */
function fixtureOf({ members, extra, items }: Plan): Fixture {
  const groupOf = (group: Group, children: readonly Group[] = []): Fixture["workspaces"][number]["group"] => ({
    group_id: group,
    name: group,
    members: members[group].map(email),
    roles: extra.group === group ? [{ application_id: "A", role_id: "EXTRA" }] : [],
    groups: children.map((child) => groupOf(child, child === "LEFT" ? ["LEAF"] : [])),
  })
  const top = groupOf("TOP", ["LEFT", "RIGHT"])
  return {
    version: 1,
    users: [
      ...PEOPLE.map((person) => ({ email: email(person), username: person, token: person, current_workspace: "W" })),
      { email: "boss@x.test" },
    ],
    workspaces: [
      {
        name: "W",
        admins: ["boss@x.test"],
        // A separate group without keys on items makes everybody a member of the workspace.
        group: {
          ...top,
          groups: [...(top.groups ?? []), { group_id: "ALL", name: "All", members: PEOPLE.map(email) }],
        },
        applications: [
          {
            application_id: "A",
            name: "A",
            roles: [
              { role_id: "MEMBER", name: "Member", users: PEOPLE.map(email) },
              { role_id: "EXTRA", name: "Extra", users: extra.people.map(email) },
            ],
            datastores: [
              {
                datastore_id: "D",
                name: "D",
                fields: { Name: { dataType: "text", as_title: true }, Paper: { dataType: "file" } },
                items: items.map((keys, at) => ({
                  key: `k${at}`,
                  i_id: itemId(at),
                  created_by: "boss@x.test",
                  values: { Name: `secret ${at}`, Paper: "data:text/plain,x" },
                  access: { groups: [...keys.groups], roles: [...keys.roles], users: keys.users.map(email) },
                })),
              },
              {
                datastore_id: "HUB",
                name: "Hub",
                fields: Object.fromEntries(
                  items.map((_, at) => [
                    `L${at}`,
                    { dataType: "dslookup" as const, dslookup: { datastore: "D", field: "Paper" } },
                  ]),
                ),
                items: [
                  {
                    i_id: HUB,
                    values: Object.fromEntries(items.map((_, at) => [`L${at}`, `@k${at}`])),
                    access: { roles: ["MEMBER"] },
                    links: items.map((_, at) => `D@k${at}`),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
}

const at = (datastore: string, item?: string) => ({
  "app-id": "A",
  "datastore-id": datastore,
  ...(item === undefined ? {} : { "item-id": item }),
})

test("an item is seen by exactly the holders of its keys, through every reading operation", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (made) => {
      const world = await createWorld({ fixture: fixtureOf(made) })
      const before = world.hash()
      const dId =
        world
          .view()
          .table("datastores")
          .toArray()
          .find(({ displayId }) => displayId === "D")?.dId ?? ""
      const fileIds = made.items.map((_, index) => world.view().ids("filesByItem", itemId(index))[0] ?? "")
      for (const person of PEOPLE) {
        const api = apiClient(world, person)
        const seen = made.items.flatMap((keys, index) => (holders(made, keys).has(person) ? [itemId(index)] : []))
        const isSeen = made.items.map((_, index) => seen.includes(itemId(index)))
        const statuses = async (ask: (item: string, index: number) => Promise<{ status: number }>) =>
          Promise.all(made.items.map(async (_, index) => (await ask(itemId(index), index)).status === 200))

        expect(await statuses((item) => api.getItemDetails({ params: at("D", item) }))).toEqual(isSeen)
        expect(
          await statuses((item) => api.getItemDetails({ params: { "datastore-id": dId, "item-id": item }, route: 1 })),
        ).toEqual(isSeen)
        expect(await statuses((item) => api.getLinkedItems({ params: at("D", item) }))).toEqual(isSeen)
        expect(await statuses((item) => api.getItemHistories({ params: at("D", item) }))).toEqual(isSeen)
        expect(await statuses((item) => api.getItemHistoriesOld({ params: at("D", item) }))).toEqual(isSeen)
        expect(
          await statuses((_, index) => api.getFile({ params: { "file-id": fileIds[index] ?? "" } })),
          "files",
        ).toEqual(isSeen)

        const found = async (body: object) => {
          const answer = await api.itemList({ params: at("D"), body })
          return dig<{ i_id: string }[]>(answer.body, "items").map((item) => item.i_id)
        }
        expect((await found({})).sort()).toEqual(seen)
        expect((await found({ conditions: [{ id: "Name", search_value: ["secret"] }] })).sort()).toEqual(seen)
        const named = made.items.map((_, index) => itemId(index))
        expect((await found({ conditions: [{ id: "i_id", search_value: named }] })).sort()).toEqual(seen)
        const counted = await api.itemList({ params: at("D"), body: { return_count_only: true } })
        expect(dig(counted.body, "totalItems")).toBe(seen.length)
        const csv = await api.itemList({ params: at("D"), body: { format: "csv" } })
        expect(new TextDecoder().decode(csv.body as never).match(/secret/g)?.length ?? 0).toBe(seen.length)

        const hub = await api.getItemDetails({
          params: at("HUB", HUB),
          query: { format: "map", include_linked_items: true, include_lookups: true },
        })
        const linkedIds = (linked: unknown) =>
          (dig<{ i_id: string }[] | undefined>(linked, "D", "items") ?? []).map((item) => item.i_id).sort()
        expect(linkedIds(dig(hub.body, "linked_items"))).toEqual(seen)
        const lookedUp = made.items.map((_, index) => dig(hub.body, "field_values", `L${index}`, "value"))
        expect(lookedUp.map((value) => dig(value, "lookup_item") !== undefined)).toEqual(isSeen)
        expect(lookedUp.map((value) => dig(value, "title"))).toEqual(made.items.map((_, index) => `secret ${index}`))

        expect(linkedIds(dig((await api.getLinkedItems({ params: at("HUB", HUB) })).body, "result"))).toEqual(seen)

        const listed = await api.itemList({ params: at("HUB"), body: { include_links: true, include_lookups: true } })
        const [item] = dig<unknown[]>(listed.body, "items")
        const links = dig<{ items: { i_id: string }[] }[]>(item, "item_links", "links").flatMap(({ items }) => items)
        expect(links.map((link) => link.i_id).sort()).toEqual(seen)
        expect(made.items.map((_, index) => dig(item, "lookup_items", `L${index}`) !== undefined)).toEqual(isSeen)
        // For an invisible target, the lookup shows its title. For a visible target, it shows the lookup field's value.
        expect(made.items.map((_, index) => dig(item, `L${index}`))).toEqual(
          isSeen.map((visible, index) => (visible ? "file" : `secret ${index}`)),
        )
      }
      expect(world.hash()).toBe(before)
    }),
    { seed: 6, numRuns: 20 },
  )
})

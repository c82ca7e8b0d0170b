import { expect, test } from "vitest"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"

const notes = (owner: string, roles?: string[]) => ({
  datastore_id: "NOTES",
  name: `${owner}'s notes`,
  ...(roles === undefined ? {} : { roles }),
  fields: { Text: { dataType: "text" as const } },
  statuses: { [owner]: { name: owner } },
})

/**
 * Two applications that each have a datastore with the same display ID. Bob has a role in both applications, Cy only in the second. The
 * first hides NOTES from Bob.
 */
const FIXTURE: Fixture = {
  version: 1,
  users: ["ada", "bob", "cy"].map((name) => ({ email: `${name}@acme.test`, token: name })),
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "TOP", name: "Top", members: ["ada@acme.test", "bob@acme.test", "cy@acme.test"] },
      applications: [
        {
          application_id: "FIRST",
          name: "First",
          roles: [
            { role_id: "ADMIN", name: "Admins", users: ["ada@acme.test"] },
            { role_id: "MEMBER", name: "Members", users: ["bob@acme.test"] },
          ],
          datastores: [
            notes("first", ["ADMIN"]),
            { datastore_id: "DEALS", name: "Deals", fields: { Title: { dataType: "text" } } },
          ],
        },
        {
          application_id: "SECOND",
          name: "Second",
          roles: [{ role_id: "MEMBER", name: "Members", users: ["ada@acme.test", "bob@acme.test", "cy@acme.test"] }],
          datastores: [notes("second")],
        },
      ],
    },
  ],
}

test("a display ID finds the first datastore that the caller's roles show, as if others did not exist (api.md section 0)", async () => {
  const world = await createWorld({ fixture: FIXTURE })
  const found = async (token: string) => {
    const { body } = await apiClient(world, token).getStatuses({ params: { "datastore-id": "NOTES" } })
    return body.map(({ display_id }) => display_id)
  }
  expect(await found("ada")).toEqual(["first"])
  expect(await found("bob")).toEqual(["second"])
  expect(await found("cy")).toEqual(["second"])
  const named = await apiClient(world, "bob").createItem({ params: { "app-id": "FIRST", "datastore-id": "NOTES" } })
  expect(named.status).toBe(400)
})

test("so does the key of related items", async () => {
  const world = await createWorld({ fixture: FIXTURE })
  const bob = apiClient(world, "bob")
  const { body } = await bob.createItem({
    params: { "app-id": "FIRST", "datastore-id": "DEALS" },
    body: { related_ds_items: { NOTES: [{ operation: 1, item: { Text: "mine" } }] } },
  })
  expect(body.error).toBeNull()
  const listed = await bob.itemList({ params: { "app-id": "SECOND", "datastore-id": "NOTES" } })
  expect(listed.body.items).toMatchObject([{ Text: "mine" }])
})

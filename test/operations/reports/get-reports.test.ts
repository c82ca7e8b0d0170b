import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const columns = (digit: string) => [{ rpf_id: digit.repeat(24), field: "Name" }]

const start = () =>
  createWorld({
    fixture: fixtureOf({
      users: ["ada", "bob", "out"],
      datastores: {
        Goods: { fields: { Name: { dataType: "text", as_title: true } } },
        Secrets: { roles: ["ADMIN"], fields: { Name: { dataType: "text", as_title: true } } },
      },
      application: {
        roles: [
          { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
          { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
        ],
        reports: [
          { report_id: "LAST", name: "Last", datastore: "Goods", columns: columns("a"), display_order: 9 },
          {
            report_id: "FIRST",
            name: { en: "First", ja: "最初" },
            datastore: "Goods",
            columns: columns("b"),
            hide_menu: true,
          },
          { report_id: "ADMINS", name: "Admins", datastore: "Goods", columns: columns("c"), roles: ["ADMIN"] },
          { report_id: "SECRET", name: "Secret", datastore: "Secrets", columns: columns("d") },
        ],
      },
    }),
  })

test("the reports that the caller may read, by display order", async () => {
  const world = await start()
  const of = async (user: string) =>
    (await world.as(user).getReports({ application: "APP" })).reports.map(({ displayId }) => displayId)
  expect(await of("ada@acme.test")).toEqual(["FIRST", "ADMINS", "SECRET", "LAST"])
  expect(await of("bob@acme.test")).toEqual(["FIRST", "LAST"])
  const { reports } = await world.as("bob@acme.test").getReports({ application: "APP" })
  expect(reports[0]).toMatchObject({ title: "First", displayOrder: 2, hideMenu: true })
})

test("users without a role, and unknown applications, are refused", async () => {
  const world = await start()
  const out = world.as("out@acme.test").getReports({ application: "APP" })
  await expect(out).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  const none = world.as("ada@acme.test").getReports({ application: "NONE" })
  await expect(none).rejects.toMatchObject({ code: "NOT_FOUND" })
})

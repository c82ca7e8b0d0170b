import { expect, test } from "vitest"
import { smallFixture } from "../../sample-worlds/small.ts"
import { openControl } from "../ask.ts"
import { DESK } from "../desk.ts"

test("the schema reports fields, status graph, roles, counters and counts (control.md section 3, schema)", async () => {
  const { control, world } = await openControl(DESK)
  const before = world.hash()
  const { body } = await control("GET", "/worlds/main/schema")
  const [application] = body.workspaces[0].applications
  expect([body.workspaces[0].name, application.application_id, application.name]).toEqual(["Acme", "DESK", "Desk"])
  expect(application.roles.map(({ role_id }: { role_id: string }) => role_id)).toContain("ADMIN")
  const [tickets] = application.datastores
  expect(tickets).toMatchObject({
    datastore_id: "TICKETS",
    items: 1,
    statuses: [
      { status_id: "New", items: 1 },
      { status_id: "Working", items: 0 },
    ],
  })
  expect(tickets.fields.find((field: { field_id: string }) => field.field_id === "No")).toMatchObject({
    data_type: "autonum",
    is_title: true,
    auto_number: { prefix: "D-", zero_padding: true, digit: 5, counters: [{ branch: null, value: 1 }] },
  })
  expect(tickets.actions.find((action: { action_id: string }) => action.action_id === "Start")).toMatchObject({
    operation: "update",
    from_status: "New",
    to_status: "Working",
    pre_script: null,
    post_script: null,
  })
  expect(world.hash()).toBe(before)
})

test("relations carry the number of related items", async () => {
  const { control, world } = await openControl(smallFixture)
  const { body } = await control("GET", "/worlds/main/schema")
  const datastores = body.workspaces.flatMap(({ applications }: { applications: { datastores: object[] }[] }) =>
    applications.flatMap((application) => application.datastores),
  ) as { d_id: string; datastore_id: string }[]
  const idOf = (name: string) => datastores.find(({ datastore_id }) => datastore_id === name)?.d_id
  const links = world.view().table("links").toArray()
  for (const { kind, from_d_id, from_field, to_d_id, count } of body.relations) {
    if (kind !== "lookup") continue
    const field = world
      .view()
      .get("datastores", from_d_id)
      ?.fields.find(({ displayId }) => displayId === from_field)
    const related = links.filter(({ type, fId, isReverse }) => type === "lookup" && fId === field?.fId && !isReverse)
    expect([count, to_d_id]).toEqual([related.length, related[0]?.toDId ?? to_d_id])
  }
  expect(body.relations).toContainEqual(
    expect.objectContaining({ kind: "lookup", from_d_id: idOf("Deals"), to_d_id: idOf("Customers") }),
  )
})

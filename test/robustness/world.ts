import { createApp } from "../../emulator/index.ts"
import type { Ports } from "../../src/engine/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"

import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { smallFixture } from "../sample-worlds/small.ts"

const [acme, globex] = smallFixture.workspaces as [Fixture["workspaces"][number], Fixture["workspaces"][number]]
const [crm] = acme.applications as [NonNullable<typeof acme.applications>[number]]

/** The small world with at least one of every other entity that operations can refer to. */
export const robustnessFixture: Fixture = {
  ...smallFixture,
  mail_templates: [
    { id: "tpl-reg", kind: "registration", subject: "Welcome", text: "{{link}}" },
    { id: "tpl-pass", kind: "password", subject: "Password", text: "{{link}}" },
  ],
  workspaces: [
    {
      ...acme,
      password_policy: { use_lockout_count: true, lockout_count: 3, use_min_length: true, min_length: 4 },
      public_calls: [
        { method: "GET", uri_pattern: "/api/v0/userinfo*", run_as: "bob@acme.test" },
        { method: "POST", uri_pattern: "/api/v0/applications/*", run_as: "bob@acme.test" },
      ],
      applications: [
        {
          ...crm,
          functions: { Echo: "function main(data) { return data }" },
          queries: [
            { name: "Mine", datastore_id: "Deals", owner: "ada@acme.test", conditions: [] },
            { name: "All", datastore_id: "Deals", conditions: [{ id: "Stage", search_value: ["lead"] }] },
          ],
          reports: [
            {
              report_id: "Sums",
              name: "Sums",
              datastore: "Deals",
              joins: [
                { datastore: "Customers", via: "Customer", as: "CUSTOMER" },
                { datastore: "Lines", via: "Deal", as: "LINE" },
              ],
              columns: [
                { display_id: "Size", field: "CUSTOMER.Size" },
                { display_id: "Sum", field: "LINE.Total", aggregate: "sum" },
                { display_id: "Last", field: "Due", aggregate: "max" },
                { display_id: "Status", field: "Status" },
              ],
              group_by: ["Size"],
            },
            {
              report_id: "Rows",
              name: "Rows",
              datastore: "Lines",
              joins: [{ datastore: "Deals", as: "LINKED" }],
              columns: ["Product", "Quantity", "LINKED.Team", "LINKED.Tags", "Deal"].map((field) => ({ field })),
            },
          ],
          charts: [{ chart_id: "Bars", name: "Bars", report: "Sums", type: "bar", labels: "Size", values: ["Sum"] }],
          auto_actions: [
            {
              name: "Nightly",
              datastore_id: "Deals",
              action_id: "UpdateDeal",
              conditions: [],
              action_schedule: { time_type: "day", time_value: "03:00" },
            },
          ],
        },
        {
          application_id: "OPS",
          name: "Operations",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["bob@acme.test"] }],
          datastores: [
            {
              datastore_id: "Tasks",
              name: "Tasks",
              fields: { Name: { dataType: "text", as_title: true } },
              actions: {
                Make: { crud_type: "1", webhooks: ["http://hook.test/made"] },
                Tidy: { crud_type: "2", post_script: "async function main(data) { return {} }" },
              },
            },
          ],
        },
      ],
    },
    globex,
  ],
}

/** A world whose original has uploads, comments, confirmations and links besides the fixture's records. */
export async function robustnessWorld(ports: Partial<Ports> = {}, fixture = robustnessFixture): Promise<EngineWorld> {
  const world = await createEngineWorld({ fixture, ports })
  const app = createApp({ world })
  const ada = apiClient(app, "ada-token")
  const deals = { "app-id": "CRM", "datastore-id": "Deals" }
  const [item] = (await ada.itemList({ params: deals })).body.items
  const params = { ...deals, "item-id": item?.i_id ?? "" }
  await ada.postItemComment({ params, body: { comment: "First!" } })
  const file = new File(["papers"], "papers.txt", { type: "text/plain" })
  await ada.uploadFileDetached({ form: { file } })
  const attached = await ada.uploadFileDetached({ form: { file } })
  await ada.updateItem({ params, body: { item: { Papers: [attached.body.file_id] }, is_force_update: true } })
  for (const email of ["new@acme.test", "other@acme.test"]) await ada.userRegistration({ body: { email } })
  await ada.forgotPassword({ body: { email: "bob@acme.test" } })
  await ada.updateUserEmailRequest({ body: { email: "ada2@acme.test" } })
  await ada.addUser({ body: { email: "invited@acme.test", g_id: "SALES" } })
  await ada.importItems({
    params: deals,
    form: { filename: "deals.csv", file: new File(["Title\nBy file\n"], "deals.csv", { type: "text/csv" }) },
  })
  await ada.userInvite({ body: { users: [{ email: "invited@acme.test" }], domain: "app.test" } })
  return world.fork()
}

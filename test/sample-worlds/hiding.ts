import type { Fixture } from "../../src/fixtures/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import { robustnessFixture, robustnessWorld } from "../robustness/world.ts"

type Application = NonNullable<Fixture["workspaces"][number]["applications"]>[number]
type Datastore = NonNullable<Application["datastores"]>[number]

const ADMIN = ["ADMIN"]
const BY_ADA = { users: ["ada@acme.test"] }

/** Reads everything around a datastore's items as the script's caller, and returns it. */
const PEEK = `async function main() {
  const search = (datastore) =>
    callAPIAsync("POST", "/api/v0/applications/CRM/datastores/" + datastore + "/items/search", { include_links: true, include_lookups: true })
      .catch(String)
  return [await search("Deals"), await search("Vault"), await search("Lines")]
}`

/** A datastore that only administrators see, and references to it from visible records. */
const vault: Datastore = {
  datastore_id: "Vault",
  name: "Vault",
  roles: ADMIN,
  fields: {
    Name: { dataType: "text", as_title: true, full_text: true },
    Worth: { dataType: "number" },
    Note: { dataType: "textarea", full_text: true },
    Deal: { dataType: "dslookup", dslookup: { datastore: "Deals", field: "Title", reverse_link: true } },
    Scan: { dataType: "file", file: { multiple: true } },
  },
  items: [
    { key: "gold", values: { Name: "Gold", Worth: 9, Deal: "@first" }, links: ["Deals@second"] },
    { key: "silver", values: { Name: "Silver", Worth: 4, Note: "Details" } },
  ],
}

const hiddenFields: Datastore["fields"] = {
  Memo: { dataType: "text", full_text: true, roles: ADMIN },
  Grade: { dataType: "select", options: { a: "Grade A", b: "Grade B" }, roles: ADMIN },
  Factor: { dataType: "number", roles: ADMIN },
  Keeper: { dataType: "users", roles: ADMIN },
  Locker: { dataType: "dslookup", dslookup: { datastore: "Vault", field: "Name", reverse_link: true }, roles: ADMIN },
  Safe: { dataType: "dslookup", dslookup: { datastore: "Vault", field: "Worth" } },
}

function withHidden(datastore: Datastore): Datastore {
  if (datastore.datastore_id !== "Deals") return datastore
  return {
    ...datastore,
    fields: { ...datastore.fields, ...hiddenFields },
    actions: {
      ...datastore.actions,
      Audit: { name: "Audit", crud_type: "2", roles: ADMIN },
      UpdateDeal: {
        ...datastore.actions?.UpdateDeal,
        crud_type: "2",
        pre_script: "function main(data) { return { item: { Details: 'seen' } } }",
      },
    },
    relations: ["Lines", "Vault"],
    items: [
      ...(datastore.items ?? []).map((item) => ({
        ...item,
        values: { ...item.values, Safe: "@gold", Memo: "m", Grade: "a", Factor: 2 },
        links: ["Vault@silver"],
      })),
      { key: "secret", values: { Title: "Secret deal", Amount: 77, Stage: "offer" }, access: BY_ADA },
      { key: "private", values: { Title: "Private deal", Customer: "@globex" }, access: BY_ADA },
    ],
  }
}

const application = (one: Application): Application =>
  one.application_id !== "CRM"
    ? { ...one, roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }] }
    : {
        ...one,
        datastores: [...(one.datastores ?? []).map(withHidden), vault],
        functions: { ...one.functions, Peek: PEEK, Admin: { code: "function main() { return 1 }", roles: ADMIN } },
        reports: [
          ...(one.reports ?? []),
          {
            report_id: "Joined",
            name: "Joined",
            datastore: "Deals",
            joins: [
              { datastore: "Vault", as: "VAULT" },
              { datastore: "Vault", via: "Safe", as: "SAFE" },
            ],
            columns: ["Title", "Memo", "Factor", "VAULT.Name", "VAULT.Worth", "SAFE.Worth"].map((field) => ({ field })),
          },
          {
            report_id: "Counted",
            name: "Counted",
            datastore: "Deals",
            columns: [
              { display_id: "Stage", field: "Stage" },
              { display_id: "Sum", field: "Factor", aggregate: "sum" },
              { display_id: "Count", field: "Title", aggregate: "count" },
            ],
            group_by: ["Stage"],
          },
          { report_id: "Closed", name: "Closed", datastore: "Deals", roles: ADMIN, columns: [{ field: "Title" }] },
          { report_id: "Vaulted", name: "Vaulted", datastore: "Vault", columns: [{ field: "Name" }] },
        ],
        queries: [
          ...(one.queries ?? []),
          { name: "Vault", datastore_id: "Vault", conditions: [{ id: "Name", search_value: ["Gold"] }] },
        ],
      }

/**
 * The world of the robustness tests with hidden parts that only Ada sees: the datastore Vault, fields, an action, reports, a function,
 * items of Deals, and links and lookups from visible records to all of them.
 */
export function hidingWorld(): Promise<EngineWorld> {
  const [acme, ...others] = robustnessFixture.workspaces
  if (acme === undefined) throw new Error("the fixture has no workspace")
  const workspaces = [{ ...acme, applications: (acme.applications ?? []).map(application) }, ...others]
  return robustnessWorld({}, { ...robustnessFixture, workspaces })
}

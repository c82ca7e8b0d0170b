import type { Fixture } from "../src/fixtures/index.ts"
import type { Scripts } from "../src/ports/index.ts"
import { createWorld, type World } from "../src/world/index.ts"

export const ADA = "ada@acme.test"
export const TOKEN = "ada-token"
export const NOW = "2026-01-05T09:00:00Z"

const PLACE = { application: "CRM", datastore: "Deals" } as const

export const STATUSES = ["New", "Open", "Won", "Lost"] as const
const CUSTOMERS = 100

/** The values of an item of the datastore `Deals`: ten of its twelve fields are sent, and the engine sets the other two. */
export const dealValues = (number: number): Record<string, unknown> => ({
  Title: `Deal ${number}`,
  Code: `C-${number}`,
  Note: `A note of some length about deal number ${number}, as people write them.`,
  Price: (number * 7919) % 10_000,
  Amount: (number % 7) + 1,
  Due: "2026-03-01T10:00:00Z",
  Day: "2026-03-01",
  Kind: ["Small", "Large", "Huge"][number % 3],
  Tags: ["Hot", "Cold"],
  Customer: `@c${number % CUSTOMERS}`,
})

const text = (more: object = {}) => ({ dataType: "text" as const, ...more })

export interface FixtureSize {
  readonly users?: number
  /** Adds an auto action that runs every hour on one deal. */
  readonly hourly?: boolean
}

/** Creates the fixture of one application with deals (of 12 fields), customers that deals look up, and lines that deals link to. */
export function makeFixture(deals: number, { users = 10, hourly = false }: FixtureSize = {}): Fixture {
  const members = Array.from({ length: users }, (_, number) => `user${number}@acme.test`)
  return {
    version: 1,
    clock: { mode: "frozen", now: NOW },
    users: [
      { email: ADA, username: "Ada", password: "secret", token: TOKEN },
      ...members.map((email) => ({ email, password: "secret" })),
    ],
    workspaces: [
      {
        name: "Acme",
        admins: [ADA],
        group: {
          group_id: "ACME",
          name: "Acme",
          admins: [ADA],
          members,
          roles: [{ application_id: "CRM", role_id: "MEMBER" }],
          groups: [{ group_id: "SALES", name: "Sales", members: [ADA] }],
        },
        applications: [
          {
            application_id: "CRM",
            name: "CRM",
            roles: [{ role_id: "ADMIN", name: "admin", users: [ADA] }],
            auto_actions: [
              {
                name: "Hourly",
                datastore_id: "Deals",
                action_id: "Remind",
                conditions: [{ id: "Code", search_value: ["C-0"], exact_match: true }],
                action_schedule: { time_type: "hr", time_value: "1" },
                enabled: hourly,
              },
            ],
            datastores: [
              {
                datastore_id: "Customers",
                name: "Customers",
                fields: { Name: text({ as_title: true }), City: text() },
                items: Array.from({ length: CUSTOMERS }, (_, number) => ({
                  key: `c${number}`,
                  i_id: (0xc00000 + number).toString(16).padStart(24, "0"),
                  values: { Name: `Customer ${number}`, City: `City ${number % 20}` },
                })),
              },
              {
                datastore_id: "Lines",
                name: "Lines",
                fields: { Product: text({ as_title: true }), Count: { dataType: "number" } },
              },
              {
                datastore_id: "Deals",
                name: "Deals",
                relations: ["Lines"],
                fields: {
                  Title: text({ as_title: true }),
                  Code: text({ unique: true }),
                  Note: { dataType: "textarea" },
                  Price: { dataType: "number", min_value: 0 },
                  Amount: { dataType: "number" },
                  Total: { dataType: "calc", calc: { formula: "Price * Amount" } },
                  Number: { dataType: "autonum", autonum: { prefix: "D-", zero_padding: true, digit: 6 } },
                  Due: { dataType: "datetime" },
                  Day: { dataType: "date" },
                  Kind: { dataType: "select", options: { Small: "Small", Large: "Large", Huge: "Huge" } },
                  Tags: { dataType: "checkbox", options: { Hot: "Hot", Cold: "Cold" } },
                  Customer: { dataType: "dslookup", dslookup: { datastore: "Customers", field: "Name" } },
                },
                actions: {
                  CreateItem: { crud_type: "1", default: true },
                  CreateChecked: {
                    crud_type: "1",
                    pre_script: "function main(data) { if (!data.fields_data) throw new Error('no data'); return 1 }",
                  },
                  UpdateItem: { crud_type: "2", default: true },
                  DeleteItem: { crud_type: "3", default: true },
                  Remind: { crud_type: "2" },
                },
                statuses: Object.fromEntries(STATUSES.map((name) => [name, { name }])),
                items: Array.from({ length: deals }, (_, number) => ({
                  i_id: number.toString(16).padStart(24, "0"),
                  values: dealValues(number),
                  status: STATUSES[number % STATUSES.length] as string,
                })),
              },
            ],
          },
        ],
      },
    ],
  }
}

/** A fixture with one datastore of `fields` text fields, named F0, F1, … */
export const wideFixture = (fields: number): Fixture => ({
  version: 1,
  clock: { mode: "frozen", now: NOW },
  users: [{ email: ADA, password: "secret" }],
  workspaces: [
    {
      name: "Acme",
      admins: [ADA],
      group: { group_id: "ACME", name: "Acme" },
      applications: [
        {
          application_id: "A",
          name: "A",
          roles: [{ role_id: "ADMIN", name: "admin", users: [ADA] }],
          datastores: [
            {
              datastore_id: "D",
              name: "D",
              fields: Object.fromEntries(Array.from({ length: fields }, (_, at) => [`F${at}`, text()])),
            },
          ],
        },
      ],
    },
  ],
})

export const makeWorld = (deals: number, size?: FixtureSize): Promise<World> =>
  createWorld({ fixture: makeFixture(deals, size) })

/** Returns the IDs of deals one after the other, in an order that jumps about. */
export function dealIds(deals: number): () => string {
  let next = 0
  return () => {
    next = (next + 7919) % deals
    return next.toString(16).padStart(24, "0")
  }
}

const customer = (number: number): string => (0xc00000 + (number % CUSTOMERS)).toString(16).padStart(24, "0")

let createdDeals = 10_000_000

/** Returns the input of a create, different on every call. */
export function newDeal() {
  createdDeals += 1
  const { application, datastore } = PLACE
  return { application, datastore, item: { ...dealValues(createdDeals), Customer: customer(createdDeals) } }
}

/** Returns the input of a new deal with five lines, linked in both directions, in one transaction. */
export const newDealWithLines = (lines = 5, item: object = {}) => ({
  ...newDeal(),
  ensureTransaction: true,
  relatedDsItems: {
    Lines: Array.from({ length: lines }, (_, number) => ({
      operation: 1,
      linkToParent: true,
      item: { Product: `Product ${number}`, Count: number, ...item },
    })),
  },
})

export { PLACE }

/** A world with two create actions, one of which has a pre script. */
export const scriptWorld = (scripts: Scripts): Promise<World> =>
  createWorld({
    fixture: {
      version: 1,
      clock: { mode: "frozen", now: NOW },
      users: [{ email: ADA, password: "secret" }],
      workspaces: [
        {
          name: "Acme",
          admins: [ADA],
          group: { group_id: "ACME", name: "Acme", members: [ADA] },
          applications: [
            {
              application_id: "CRM",
              name: "CRM",
              roles: [{ role_id: "ADMIN", name: "admin", users: [ADA] }],
              datastores: [
                {
                  datastore_id: "Deals",
                  name: "Deals",
                  fields: { Title: text({ as_title: true }), Note: text() },
                  actions: {
                    Plain: { crud_type: "1", default: true },
                    Scripted: {
                      crud_type: "1",
                      pre_script:
                        "async function main(data) { logger.log(data.title); return Object.keys(data.fields_data) }",
                    },
                  },
                },
              ],
            },
          ],
        },
      ],
    },
    ports: { scripts },
  })

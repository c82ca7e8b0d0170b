import { createApp } from "../../emulator/app.ts"
import { DATA_TYPES, fieldTypeOf } from "../../src/fields/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import type { DataType } from "../../src/model/records/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { ALL_TYPES, BOB, COFFEE, HELLO, INPUTS } from "./data-type-inputs.ts"
import { cell, paragraphs, tableOf } from "./markdown.ts"
import type { Page } from "./page.ts"

const PLACE = "/applications/APP/datastores/All"

/** What the engine did with a value. */
interface Outcome {
  /** The error, or undefined if the value was stored. */
  readonly refusal?: string
  /** The stored value as answered by GetItemDetails with display IDs, by ItemList, and in process. */
  readonly details?: unknown
  readonly list?: unknown
  readonly natural?: unknown
}

/**
 * Creates the page that lists accepted and refused values for every data type. Each value is sent to an engine, and the page shows the
 * result.
 */
export async function dataTypesPage(): Promise<Page> {
  const send = await engine()
  const parts = await Promise.all(
    DATA_TYPES.map(async (type) => {
      const inputs = [...INPUTS[type], null, ""]
      const outcomes = await Promise.all(inputs.map((input) => send(type, input)))
      return partOf(type, inputs, outcomes)
    }),
  )
  return {
    path: "reference/data-types.md",
    text: `${paragraphs(
      "# Data types",
      `This page shows which values each data type accepts, refuses and returns. When the page was generated, every value below was sent to an
engine in CreateItem, and the results were recorded here. The rules are in [values by type](model.md#section-5-2) and
[validation](model.md#section-5-6).`,
      `**details** is the value in GetItemDetails with display IDs, **list** the value in ItemList, and **in process** the value that
\`world.as(user)\` returns. The IDs belong to the world that was used to generate the page.`,
      ...parts,
    )}\n`,
  }
}

function partOf(type: DataType, inputs: readonly unknown[], outcomes: readonly Outcome[]): string {
  const fieldType = fieldTypeOf({ dataType: type })
  const pairs = inputs.map((input, at) => [input, outcomes[at] ?? {}] as const)
  const taken = pairs.filter(([, { refusal }]) => refusal === undefined)
  const refused = pairs.filter(([, { refusal }]) => refusal !== undefined)
  return paragraphs(
    `## ${type}`,
    tableOf(
      ["", ""],
      [
        ["source of its values", ORIGIN_TEXTS[fieldType.origin.from]],
        ["may be unique", fieldType.mayBeUnique ? "yes" : "no"],
        ["may be part of the title", fieldType.mayBeTitle ? "yes" : "no"],
        [
          "min_value, max_value",
          fieldType.limits === null ? "none" : fieldType.limits.expected.replace(/^expected /, ""),
        ],
        ["a value refers to", fieldType.names === null ? "no other record" : fieldType.names.what],
        ["field on this page", `a field of \`${JSON.stringify(ALL_TYPES[type])}\``],
      ],
    ),
    taken.length === 0 ? "" : "**Accepted values**",
    tableOf(
      ["value sent", "details", "list", "in process"],
      taken.map(([input, { details, list, natural }]) => [
        code(input),
        code(shortenValue(details)),
        code(list),
        code(shortenValue(natural)),
      ]),
    ),
    refused.length === 0 ? "" : "**Refused values**",
    tableOf(
      ["value sent", "refused with"],
      refused.map(([input, { refusal = "" }]) => [code(input), cell(refusal)]),
    ),
  )
}

const ORIGIN_TEXTS = {
  input: "the value in `item`",
  counter: "a counter, when the item is created; a value in `item` is ignored",
  formula: "a formula over other fields; a value in `item` is ignored",
  status: "the item's status, which actions set",
  nowhere: "none: the field is decoration",
} as const

const code = (value: unknown): string =>
  value === undefined ? "" : `\`${JSON.stringify(value).replaceAll("|", "\\|")}\``

/** Leaves out properties that say nothing about the data type: links and times of files, and everything else of a looked-up item. */
function shortenValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenValue)
  if (typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(([name]) => KEPT_PROPERTIES.has(name))
  return Object.fromEntries(kept)
}

const KEPT_PROPERTIES = new Set([
  "d_id",
  "item_id",
  "title",
  "file_id",
  "name",
  "email",
  "user_id",
  "user_name",
  "itemId",
  "dId",
  "fileId",
  "contentType",
  "size",
])

/**
 * Returns a function that sends a value for a field of a data type to its own fork of the world, and returns what the engine did with it.
 */
async function engine(): Promise<(type: DataType, input: unknown) => Promise<Outcome>> {
  const { status: _, ...fields } = ALL_TYPES
  const world = await createWorld({ seed: 1, fixture: fixtureWith(fields) })
  return async (type, input) => {
    const own = world.fork()
    const app = createApp({ world: own })
    const ask = async (method: string, path: string, body?: unknown) => {
      const request = new Request(`http://hexarium/api/v0${path}`, {
        method,
        headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return (await (await app.fetch(request)).json()) as Record<string, unknown>
    }
    const field = type === "status" ? "Status" : type
    const created = await ask("POST", `${PLACE}/items/new`, { item: { ...NECESSARY_VALUES[type], [field]: input } })
    if (typeof created.item_id !== "string" || created.item_id === "") return { refusal: reasonOf(created) }
    const { field_values } = await ask("GET", `${PLACE}/items/details/${created.item_id}?format=map`)
    const details = (field_values as Record<string, { value: unknown }>)[field]?.value
    const { items } = await ask("POST", `${PLACE}/items/search`, { page: 1, per_page: 1 })
    const { values } = await own
      .as("ada@acme.test")
      .getItemDetails({ application: "APP", datastore: "All", itemId: created.item_id })
    return { details, list: (items as Record<string, unknown>[])[0]?.[field], natural: values[field] }
  }
}

/** Values that are sent along with the tried one, because the field shows nothing without them. */
const NECESSARY_VALUES: Partial<Record<DataType, object>> = { calc: { number: 5 } }

function reasonOf(answer: Record<string, unknown>): string {
  const [first] = Array.isArray(answer.error) ? (answer.error as { error?: string; error_code: string }[]) : []
  return first === undefined ? `${answer.error} (${answer.error_code})` : `${first.error} (${first.error_code})`
}

type Fields = NonNullable<
  NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>[number]["fields"]
>

const fixtureWith = (fields: Fields): Fixture => ({
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [
    { email: "ada@acme.test", username: "Ada", password: "ada", token: "ada-token" },
    { email: "bob@acme.test", username: "Bob", password: "bob", u_id: BOB },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "ACME", name: "Acme", members: ["ada@acme.test", "bob@acme.test"] },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }],
          datastores: [
            {
              datastore_id: "Goods",
              name: "Goods",
              fields: { Name: { dataType: "text", as_title: true } },
              items: [{ key: "coffee", i_id: COFFEE, values: { Name: "Coffee" } }],
            },
            {
              datastore_id: "All",
              name: "All",
              statuses: { open: { name: "Open" }, done: { name: "Done" } },
              fields,
              items: [{ values: { file: { file: "data:text/plain,Hello", name: "hello.txt", file_id: HELLO } } }],
            },
          ],
        },
      ],
    },
  ],
})

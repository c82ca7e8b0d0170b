import fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { leakWorld } from "./world.ts"

/** Display IDs in the application CRM that only its administrators see. */
const HIDDEN_IDS = [
  "Memo",
  "Grade",
  "GradeA",
  "Vault",
  "VaultName",
  "VaultDeal",
  "VaultCreate",
  "VaultUpdate",
  "Locked",
]

/** Users who do not see them. */
const TOKENS = ["mia", "gus", "dave", "otto", "nora", "nick", "olga"]

const LETTERS = [..."aeimoruvlt_0"]

/** A display ID with one or two typing errors. */
const near = (id: string) =>
  fc
    .array(fc.record({ at: fc.nat(id.length - 1), letter: fc.constantFrom(...LETTERS), kind: fc.nat(3) }), {
      minLength: 1,
      maxLength: 2,
    })
    .map((errors) =>
      errors.reduce((text, { at, letter, kind }) => {
        const [before, after] = [text.slice(0, at), text.slice(at)]
        if (kind === 0) return before + after.slice(1)
        if (kind === 1) return before + letter + after
        return kind === 2 ? before + letter + after.slice(1) : text.toLowerCase()
      }, id),
    )
    .filter((text) => text !== "" && text !== id)

const DEALS = "/applications/CRM/datastores/Deals/items"

/** Requests that contain a name which does not exist. */
const REQUESTS: readonly ((name: string) => readonly [path: string, body: unknown])[] = [
  (name) => [`${DEALS}/new`, { item: { [name]: "x" }, use_display_id: true }],
  (name) => [`${DEALS}/new`, { item: { Size: name, Team: name }, use_display_id: true }],
  (name) => [`${DEALS}/new`, { item: {}, action_id: name }],
  (name) => [`${DEALS}/new`, { item: {}, [name]: true }],
  (name) => [`${DEALS}/search`, { conditions: [{ id: name, search_value: ["x"] }], page: 1, per_page: 1 }],
  (name) => [`${DEALS}/search`, { sort_field_id: name, sort_order: "asc", page: 1, per_page: 1 }],
  (name) => [`${DEALS}/search`, { select_fields: [name], page: 1, per_page: 1 }],
  (name) => [`${DEALS}/search`, { conditions: [{ id: "Status", search_value: [name] }], page: 1, per_page: 1 }],
  (name) => [`/applications/CRM/datastores/${name}/items/search`, { page: 1, per_page: 1 }],
  (name) => [`/applications/CRM/datastores/${name}/items/new`, { item: {} }],
  (name) => [`${DEALS}/bulkaction/${name}`, { conditions: [] }],
]

test("a name that is similar to a hidden one is refused without the hidden one", async () => {
  const { world } = await leakWorld()
  const app = createApp({ world })
  const send = async (token: string, [path, body]: readonly [string, unknown]) => {
    const answer = await app.request(`http://hexarium/api/v0${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}-token`, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    return `${[...answer.headers].join("\n")}\n${await answer.text()}`
  }
  // Responses suggest the names that a user sees. Otherwise, the property would hold without any rule.
  const unknown = (name: string): readonly [string, unknown] => [
    `${DEALS}/new`,
    { item: { [name]: "x" }, use_display_id: true },
  ]
  expect(await send("mia", unknown("Titel"))).toContain("did you mean Title?")
  expect(await send("ada", unknown("Grad"))).toContain("did you mean Grade?")
  const start = world.snapshot()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...HIDDEN_IDS).chain((id) => fc.tuple(fc.constant(id), near(id))),
      fc.constantFrom(...TOKENS),
      fc.constantFrom(...REQUESTS),
      async ([id, name], token, request) => {
        const answer = await send(token, request(name))
        await world.restore(start)
        // A response may repeat what the request contains.
        expect(answer.replaceAll(name, "…")).not.toMatch(new RegExp(`\\b${id}\\b`))
      },
    ),
    { seed: 53, numRuns: 300 },
  )
})

import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { createWorldFromFiles, parseText } from "../../../emulator/adapters/index.ts"
import { readTestFixture } from "../../../emulator/testing/runners/read-test-fixture.ts"
import { readCopy } from "../../../emulator/upstream/update/fixture-copy.ts"
import { FixtureError } from "../../../src/fixtures/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"

/** fixtures.md, "Scalars". */

let folder = ""

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scalars-"))
})

afterEach(() => rm(folder, { recursive: true }))

interface Parts {
  readonly user?: string
  readonly fields?: string
  readonly items?: string
  readonly more?: string
}

const yamlOf = ({ user = "", fields = "Code: { dataType: text }", items = "[]", more = "" }: Parts) => `version: 1
users:
  - { email: ada@acme.test${user} }
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: TOP, name: Top }
    applications:
      - application_id: APP
        name: App
        roles: [{ role_id: ADMIN, name: admin, users: [ada@acme.test] }]
        datastores:
          - datastore_id: DS
            name: Store
            fields: { ${fields} }
            items: ${items}
            ${more}
`

async function worldOf(text: string, name = "world.yaml"): Promise<World> {
  await writeFile(join(folder, name), text)
  return createWorldFromFiles([join(folder, name)])
}

/** Values of the first item, as a test of a reader of the API sees them. */
async function valuesOf(text: string, name?: string): Promise<Readonly<Record<string, unknown>>> {
  const world = await worldOf(text, name)
  const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "DS" })
  return items[0]?.values ?? {}
}

async function mistakesOf(text: string, name: string): Promise<string> {
  const error: unknown = await worldOf(text, name).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(FixtureError)
  return (error as FixtureError).message.replaceAll(`${folder}/`, "")
}

const BARE_SCALARS = [
  ...["007", "00123", "1.10", "1e3", "0x1F", "0o17", "+5", ".5", "5.", "-0", "1234567890123456789"],
  ...["False", "TRUE", "true", ".inf", ".nan", "12345678901234567890.5"],
]

describe("a bare scalar in YAML is the text of its source, if the format expects a string", () => {
  test.each(BARE_SCALARS)("%s in a text, a text area, an option, a lookup's key and a date", async (bare) => {
    const fields =
      `Code: { dataType: text }, Long: { dataType: textarea }, Kind: { dataType: select, options: { ${bare}: ${bare} } }, ` +
      `Tags: { dataType: checkbox, options: { ${bare}: { name: ${bare} } } }, ` +
      "Next: { dataType: dslookup, dslookup: { datastore: DS, field: Code } }"
    const values = `{ Code: ${bare}, Long: ${bare}, Kind: ${bare}, Tags: [${bare}] }`
    const named = bare.replaceAll(/[.+]/g, "x")
    if (named !== bare) {
      expect(await valuesOf(yamlOf({ items: `[{ values: { Code: ${bare} } }]` }))).toMatchObject({ Code: bare })
      return
    }
    expect(await valuesOf(yamlOf({ fields, items: `[{ key: ${bare}, values: ${values} }]` }))).toMatchObject({
      Code: bare,
      Long: bare,
      Kind: bare,
      Tags: [bare],
    })
  })

  test("names, labels, IDs, user codes, passwords, statuses, references and enumerations", async () => {
    const text = yamlOf({
      user: ", username: 007, user_code: 0042, password: 1e3, token: 0x1F",
      fields: "Code: { dataType: text, name: 1.10 }, Kind: { dataType: select, options: { a: False } }",
      items: "[{ key: 08, status: 02, created_by: ada@acme.test, values: { Code: a } }]",
      more: "statuses: { 01: { name: 1.0 }, 02: { name: 0x2 } }\n            actions: { 010: { crud_type: 1, name: True } }",
    }).replace("name: Store", "name: 1.50")
    const world = await worldOf(text)
    expect(world.view().list("users", "usersByEmail", "ada@acme.test")[0]).toMatchObject({
      userCode: "0042",
      username: "007",
    })
    expect((await world.public.login({ email: "ada@acme.test", password: "1e3" })).token).toBeTypeOf("string")
    const [datastore] = world.view().table("datastores").toArray()
    expect(datastore?.name).toMatchObject({ en: "1.50" })
    expect(datastore?.fields.map(({ name }) => name.en)).toContain("1.10")
    expect(datastore?.statuses.map(({ displayId }) => displayId)).toEqual(["01", "02"])
    expect(datastore?.actions.map(({ displayId, crudType }) => [displayId, crudType])).toContainEqual(["010", "1"])
    const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "DS" })
    expect(items[0]).toMatchObject({ status: "02" })
  })

  test("an alias has the source of its target, as text or number, and a merged map, too", async () => {
    const fields = "Code: { dataType: text }, Count: { dataType: number }, Zip: { dataType: text }"
    const items =
      "[{ values: { Code: &c 007, Count: *c, Zip: *c } }, { values: &v { Code: 08 } }, { values: { <<: *v, Zip: 1.0 } }]"
    const world = await worldOf(yamlOf({ fields, items }))
    const { items: found } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "DS" })
    expect(found.map(({ values }) => values)).toEqual(
      expect.arrayContaining([
        { Code: "007", Count: 7, Zip: "007" },
        { Code: "08", Count: null, Zip: "" },
        { Code: "08", Count: null, Zip: "1.0" },
      ]),
    )
  })

  test("numbers, flags, counts and null stay what they are", async () => {
    const fields = "Code: { dataType: text, unique: false }, Count: { dataType: number, min_value: 0x0 }"
    const values = await valuesOf(yamlOf({ fields, items: "[{ rev_no: 0x2, values: { Code: null, Count: 1e1 } }]" }))
    expect(values).toEqual({ Code: "", Count: 10 })
  })

  test("search values are texts", async () => {
    const more = "default_search: [{ id: Code, search_value: [007], exact_match: true }]"
    const world = await worldOf(yamlOf({ items: '[{ values: { Code: "007" } }, { values: { Code: "7" } }]', more }))
    const found = await world
      .as("ada@acme.test")
      .itemList({ application: "APP", datastore: "DS", useDefaultSearch: true })
    expect(found.items.map(({ values }) => values.Code)).toEqual(["007"])
  })

  test("the runners and the update of a pulled fixture read alike", async () => {
    const text = yamlOf({ items: "[{ values: { Code: 007 } }]" })
    await writeFile(join(folder, "world.yaml"), text)
    const { fixture } = await readTestFixture(join(folder, "world.yaml"))
    const world = await createWorld({ fixture })
    const { items } = await world.as("ada@acme.test").itemList({ application: "APP", datastore: "DS" })
    expect(items[0]?.values.Code).toBe("007")
    const { tree } = await readCopy(join(folder, "world.yaml"))
    expect(JSON.stringify(tree)).not.toContain("source")
  })

  test("a document that is no fixture has its plain values", async () => {
    expect(await parseText("port: 007\nstrict: True\nname: x", "hexarium.config.yaml")).toEqual({
      port: 7,
      strict: true,
      name: "x",
    })
  })
})

const jsonOf = (values: string, user = "") => `{
  "version": 1,
  "users": [{ "email": "ada@acme.test"${user} }],
  "workspaces": [{ "name": "Acme", "admins": ["ada@acme.test"], "group": { "group_id": "TOP", "name": "Top" },
    "applications": [{ "application_id": "APP", "name": "App",
      "roles": [{ "role_id": "ADMIN", "name": "admin", "users": ["ada@acme.test"] }], "datastores": [{ "datastore_id": "DS", "name": "Store",
      "fields": { "Code": { "dataType": "text" }, "Count": { "dataType": "number" } },
      "items": [{ "values": ${values} }] }] }] }]
}`

describe("a number in JSON", () => {
  test.each(["7", "1.5", "-3", "123456789"])("%s is taken as a text, because nothing is lost", async (number) => {
    expect(await valuesOf(jsonOf(`{ "Code": ${number} }`), "world.json")).toMatchObject({ Code: number })
  })

  test.each(["1.10", "1e3", "1234567890123456789", "1.0", "-0"])(
    "%s in a text field is refused with its line",
    async (number) => {
      const text = await mistakesOf(jsonOf(`{ "Code": ${number} }`), "world.json")
      expect(text).toContain("world.json: workspaces[0].applications[0].datastores[0].items[0].values.Code: ")
      expect(text).toContain(`quote it: "${number}"`)
    },
  )

  test("is a number in a number field, and no string elsewhere", async () => {
    expect(await valuesOf(jsonOf('{ "Count": 1.10 }'), "world.json")).toMatchObject({ Count: 1.1 })
    expect(await mistakesOf(jsonOf("{}", ', "username": 7'), "world.json")).toContain(
      "users[0].username: expected a string",
    )
  })

  test("the reader refuses the number in a line of an items file, and names the line", async () => {
    const lines =
      '{ "values": { "Code": 7 } }\n{ "values": { "Code": 1.10, "Count": 1.10 } }\n{ "values": {}, "values": {} }\n'
    await writeFile(join(folder, "items.ndjson"), lines)
    const text = await mistakesOf(
      yamlOf({ items: "[]", more: "items_file: items.ndjson" }).replace(
        "fields: { Code: { dataType: text } }",
        "fields: { Code: { dataType: text }, Count: { dataType: number } }",
      ),
      "world.yaml",
    )
    expect(text).toMatch(/items\.ndjson line 2: values\.Code: .*quote it: "1\.10"/)
    expect(text).toMatch(/items\.ndjson line 3: .*the key "values" occurs twice/)
    expect(text.split("\n")).toHaveLength(2)
  })
})

test.each<[string, string, string, RegExp]>([
  [
    "a key twice in JSON",
    "w.json",
    '{\n  "version": 1,\n  "users": [],\n  "users": []\n}',
    /the key "users" occurs twice .*\(line 4\)/,
  ],
  ["an escaped key twice", "w.json", '{\n  "a": { "b":\n 1, "\\u0062": 2 } }', /the key "b" occurs twice .*\(line 3\)/],
  ["a key twice in YAML", "w.yaml", "version: 1\nusers: []\nusers: []\n", /Map keys must be unique \(line 3\)/],
  ["a tag", "w.yaml", "version: 1\nusers:\n  - { email: !!str 007 }\n", /tag !!str.*\(line 3\)/],
  ["a tag of one's own", "w.yaml", "version: 1\nusers: !mine []\n", /tag !mine.*\(line 2\)/],
  ["a second document", "w.yaml", "version: 1\nusers: []\n---\nversion: 1\n", /second document.*\(line 3\)/],
])("%s is a mistake with its line", async (_, name, text, message) => {
  expect(await mistakesOf(text, name)).toMatch(message)
})

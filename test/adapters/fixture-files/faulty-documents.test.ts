import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createWorldFromFiles } from "../../../emulator/adapters/index.ts"

/** fixtures.md: a document is read as it is, or refused with the line and the reason. */

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "documents-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const documentOf = (values: string, more = "") => `version: 1
users: [{ email: ada@acme.test }]
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
            fields: { Code: { dataType: text }, Note: { dataType: textarea } }
            ${more === "" ? "items:\n              - values: " : more}${values}
`
const VALUES_LINE = 16

async function refusalOf(name: string, text: string, items?: string): Promise<string> {
  await writeFile(join(folder, name), text)
  if (items !== undefined) await writeFile(join(folder, "items.ndjson"), items)
  const error: unknown = await createWorldFromFiles([join(folder, name)]).catch((refused: unknown) => refused)
  return error instanceof Error ? error.message.replaceAll(`${folder}/`, "") : "read"
}

describe("YAML is refused with the line", () => {
  test.each([
    ["an alias without an anchor", "{ Code: *nope }", "no anchor &nope precedes the alias *nope"],
    ["an alias before its anchor", "{ Code: *later, Note: &later x }", "no anchor &later precedes the alias *later"],
    ["an alias without an anchor as a merge", "{ <<: *nope }", "no anchor &nope precedes the alias *nope"],
    ["a merge of a number", "{ <<: 5 }", "the value of << must be a map or a list of maps"],
    ["a merge of a text", "{ <<: x, Code: y }", "the value of << must be a map or a list of maps"],
    ["a merge of a list of texts", "{ <<: [x] }", "the value of << must be a map or a list of maps"],
    ["a list as a key", "{ ? [Code] : x }", "a key must be a text, not a list or a map"],
    ["a map as a key", "{ ? { Code: x } : y }", "a key must be a text, not a list or a map"],
    ["an alias of a list as a key", "{ Code: &a [x], *a : y }", "a key must be a text, not a list or a map"],
  ])("if it has %s", async (_, values, reason) => {
    expect(await refusalOf("world.yaml", documentOf(values))).toBe(
      `world.yaml: the document is not valid YAML: ${reason} (line ${VALUES_LINE})`,
    )
  })

  test("YAML with aliases as keys and merges of aliases is read", async () => {
    expect(
      await refusalOf("world.yaml", documentOf("&m { Code: &k Note }\n              - values: { *k : x, <<: *m }")),
    ).toBe("read")
    expect(await refusalOf("world.yaml", documentOf('{ "<<": x }'))).toContain("unknown field: <<")
  })
})

describe("half of a surrogate pair is refused with its place", () => {
  const at = "workspaces[0].applications[0].datastores[0]"
  const half = "contains half of a surrogate pair"

  test.each([
    ["world.yaml", documentOf('{ Code: "a\\uD83D" }'), undefined, `world.yaml: ${at}.items[0].values.Code: ${half}`],
    [
      "world.yaml",
      documentOf('{ Note: "\\uDE00\\uD83D" }'),
      undefined,
      `world.yaml: ${at}.items[0].values.Note: ${half}`,
    ],
    [
      "world.yaml",
      documentOf("", "items_file: items.ndjson"),
      `{"values":{"Code":"x"}}\n{"values":{"Code":"\\ud83d"}}\n`,
      `world.yaml: ${at}.items_file: items.ndjson line 2: values.Code: ${half}`,
    ],
  ])("in %s: %#", async (name, text, items, refusal) => {
    expect(await refusalOf(name, text, items)).toBe(refusal)
  })

  test("a whole surrogate pair is read", async () => {
    expect(await refusalOf("world.yaml", documentOf('{ Code: "\\uD83D\\uDE00" }'))).toBe("read")
  })
})

test.each(["jsonc", "json5", "JSON"])("a file that ends in .%s is refused as JSON", async (ending) => {
  expect(await refusalOf(`world.${ending}`, '// a comment\n{ "version": 1 }')).toMatch(
    /the document is not valid JSON: .*\(line \d\)$/,
  )
})

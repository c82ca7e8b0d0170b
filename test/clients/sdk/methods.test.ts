import { execFile } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"
import { blocksIn, importsOf, isTest } from "../../../scripts/page-blocks.mjs"
import { SdkWorld } from "./sdk.ts"

const reference = readFileSync(new URL("../../../docs/reference/sdk.md", import.meta.url), "utf8")
const guide = readFileSync(new URL("../../../docs/how-to/use-the-sdk.md", import.meta.url), "utf8")
const load = createRequire(import.meta.url)

/** Classes of the SDK with methods that send requests, by their modules. */
const CLASSES = {
  HexabaseClient: "HexabaseClient",
  Workspace: "lib/packages/workspace",
  Group: "lib/packages/group",
  User: "lib/packages/user",
  Project: "lib/packages/project",
  Role: "lib/packages/role",
  Template: "lib/packages/template",
  Report: "lib/packages/report",
  Datastore: "lib/packages/datastore",
  Field: "lib/packages/field",
  FieldOption: "lib/packages/fieldOption",
  Item: "lib/packages/item",
  ItemHistory: "lib/packages/itemHistory",
  LinkItem: "lib/packages/linkItem",
  FileObject: "lib/packages/fileObject",
  Query: "lib/sql/query",
  QueryCondition: "lib/sql/condition",
}

/** Methods that only read or set properties of an object. */
const LOCAL_METHODS: Readonly<Record<string, string>> = {
  HexabaseClient: "pubSubUrl",
  Workspace: "toJson",
  Project: "datastoreSync",
  Datastore: "fieldSync",
  Field: "valid option value convert",
  Item: "get add addAll setFieldValue toJson status file getEventName",
}

function methodsOf(name: string, module: string): string[] {
  const of = load(`@hexabase/hexabase-js/dist/${module}`).default
  const own = [...Object.getOwnPropertyNames(of.prototype), ...Object.getOwnPropertyNames(of)]
  const ignored = ["constructor", "length", "name", "prototype", "set", ...(LOCAL_METHODS[name] ?? "").split(" ")]
  return [...new Set(own)].filter((method) => !method.startsWith("_") && !ignored.includes(method)).sort()
}

describe("the table of methods", () => {
  const rows = [...reference.matchAll(/^\| (\w+) \| (`.*?`) \|/gm)].map(([, name = "", cell = ""]) => ({
    name,
    methods: [...cell.matchAll(/`(\w+)`/g)].map(([, method = ""]) => method),
  }))

  test.each(Object.entries(CLASSES))("has every method of %s once", (name, module) => {
    const listed = rows.filter((row) => row.name === name).flatMap(({ methods }) => methods)
    expect(listed.sort()).toEqual(methodsOf(name, module))
  })
})

test.each([
  ["the guide", guide, "@hexabase/hexabase-js"],
  ["the reference", reference, "hexabase-js-1"],
])("the app of %s prints what the page says", async (_, page, installed) => {
  const { code = "" } = blocksIn(page).find(({ lang }) => lang === "js") ?? {}
  const { url } = await SdkWorld.create()
  const file = new URL("app-of-page.mjs", import.meta.url)
  const own = code.replace("@hexabase/hexabase-js", installed).replace("http://localhost:7575", url)
  writeFileSync(file, own)
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(file)]).finally(() => rmSync(file))
  const printed = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("["))
  const expected = [...code.matchAll(/console\.log\(.*\) \/\/ "(.*)"$/gm)].map(([, value]) => value)
  expect(expected.length).toBeGreaterThan(0)
  expect(printed).toEqual(expected)
})

describe("the page's own test passes", async () => {
  const tests = blocksIn(guide).filter(({ code }) => isTest(code) && importsOf(code).includes("@hexabase/hexabase-js"))
  test("is on the page", () => expect(tests).toHaveLength(1))
  const fixture = fileURLToPath(new URL("../../../examples/vitest/shop.yaml", import.meta.url))
  const file = new URL("test-of-page.ts", import.meta.url)
  const code = tests.map((block) => block.code).join("\n")
  const own = code
    .replace('"hexarium/worlds"', '"../../../dist/worlds.js"')
    .replace('"shop.yaml"', JSON.stringify(fixture))
  writeFileSync(file, own)
  await import(/* @vite-ignore */ file.href).finally(() => rmSync(file))
})

import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const file = (code: string | Uint8Array<ArrayBuffer>) => new File([code], "script.js", { type: "text/javascript" })

const upload = (action: string, code: string, more: object = {}) => ({
  params: { "action-id": action },
  form: { script_type: "post", file: file(code), ...more },
})

const ORDERS = { "app-id": "SHOP", "datastore-id": "Orders" }

describe("UploadActionScript (api.md section 15)", () => {
  test("stores the script, enabled and awaited, and DownloadActionScript returns the same bytes", async () => {
    const { as, action, world } = await workshop()
    const code = "// 前\r\nfunction main(data) { return data.title }\n"
    const answer = await as("ada").uploadActionScript(upload(action("Create").aId, code))
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(action("Create").postScript).toEqual({ code, sync: true, enabled: true })
    expect(action("Create").preScript).toBeNull()
    const params = { "action-id": "Create" }
    const { body } = await as("bob").downloadActionScript({ params, query: { script_type: "post" } })
    expect(new TextDecoder().decode(body)).toBe(code)
    await checkInvariants(world)
  })

  test("takes the place of the script that there was, of its type only", async () => {
    const { as, action } = await workshop()
    const code = "async function (data) { return 1 };"
    await as("ada").uploadActionScript(upload("Update", code, { script_type: "pre" }))
    expect(action("Update")).toMatchObject({ preScript: { code, sync: true, enabled: true }, postScript: null })
  })

  test("it runs with the next run of the action", async () => {
    const { as } = await workshop()
    await as("ada").uploadActionScript(upload("Create", "function main(data) { return 'made ' + data.title }"))
    const { body } = await as("ada").createItem({ params: ORDERS, body: { item: { Title: "T" } } })
    expect(body).toMatchObject({ as_result: { result: "made T" } })
  })

  test.each([
    ["false", false],
    ["true", true],
    ["no", true],
  ])("sync=%s: a post script is awaited unless it says false", async (sync, expected) => {
    const { as, action } = await workshop()
    await as("ada").uploadActionScript(upload("Create", "function main() {}", { sync }))
    expect(action("Create").postScript?.sync).toBe(expected)
  })

  test("is in the export and loads back", async () => {
    const { as, world } = await workshop()
    await as("ada").uploadActionScript(upload("Create", "function main() { return 5 }", { sync: "false" }))
    const again = apiClient(await createWorld({ fixture: dumpFixture(world) }), "ada-token")
    const download = { params: { "action-id": "Create" }, query: { script_type: "post" as const } }
    expect((await again.downloadActionScript(download)).body).toEqual(
      (await as("ada").downloadActionScript(download)).body,
    )
  })

  const bad: [string, object, RegExp | string][] = [
    [
      "a script that does not parse, with line and column",
      { file: file("function main() {\n  const = 2\n}") },
      /^the script can't be parsed: .+ \(line 2, column 9\)$/,
    ],
    ["half a script", { file: file("function main() {") }, /\(line 1, column 18\)$/],
    ["a script in another encoding", { file: file(new Uint8Array([0x66, 0xff])) }, "the file is not UTF-8"],
    ["an unknown script_type", { script_type: "middle" }, /script_type/],
    ["no script_type", { script_type: "" }, /script_type/],
  ]
  test.each(bad)("refuses %s", async (_, change, error) => {
    const { as, world } = await workshop()
    const send = () => as("ada").uploadActionScript(upload("Update", "function main() {}", change))
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    expect(await refusalOf(world, send)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("404 for what is unknown or hidden, 403 without ADMIN, before the script is looked at", async () => {
    const { as, world } = await workshop()
    const send = (name: string, action: string) => () => as(name).uploadActionScript(upload(action, "function ("))
    expect(await refusalOf(world, send("ada", "NOPE"))).toEqual([404, flat("NOT_FOUND", "action not found: NOPE")])
    expect(await refusalOf(world, send("bob", "Update"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, send("ned", "Update")))[0]).toBe(404)
  })
})

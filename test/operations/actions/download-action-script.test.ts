import { describe, expect, test } from "vitest"
import type { ApiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const download = (api: ApiClient, action: string, script_type = "pre") =>
  api.downloadActionScript({ params: { "action-id": action }, query: { script_type } })

describe("DownloadActionScript (api.md section 15)", () => {
  test("the script's text, by either ID of the action", async () => {
    const { as, action } = await workshop()
    for (const reference of ["Update", action("Update").aId]) {
      const { status, headers, body } = await download(as("bob"), reference)
      expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"])
      expect(new TextDecoder().decode(body)).toBe("function main(data) { return { checked: true } }")
    }
  })

  test("404 where there is none, and where the action is unknown or hidden", async () => {
    const { as, world, action } = await workshop()
    const hidden = action("UpdateItem", "Secrets").aId
    for (const [name, reference, type, error] of [
      ["ada", "Update", "post", "the action Update has no post script"],
      ["ada", "NOPE", "pre", "action not found: NOPE"],
      ["cleo", hidden, "pre", `action not found: ${hidden}`],
      ["ned", "Update", "pre", "action not found: Update"],
    ] as const) {
      const ask = () => download(as(name), reference, type)
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", error)])
    }
  })

  test("400 for another type of script", async () => {
    const { as, world } = await workshop()
    expect((await refusalOf(world, () => download(as("ada"), "Update", "main")))[0]).toBe(400)
  })
})

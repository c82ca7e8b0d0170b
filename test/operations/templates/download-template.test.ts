import { expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

const of = (tpId: string) => ({ params: { "template-id": tpId } })

test("the archive as a zip with the template's name, for those who may use it", async () => {
  const { as } = await workshop()
  const { tp_id } = (await as("ada").saveTemplate({ body: { project_id: "SHOP", name: "Läden (all)" } })).body
  const { status, body, headers } = await as("ned").downloadTemplate(of(tp_id))
  expect(status).toBe(200)
  expect(headers.get("content-type")).toBe("application/zip")
  expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''L%C3%A4den%20%28all%29.zip")
  expect([...(body as Uint8Array).subarray(0, 2)]).toEqual([0x50, 0x4b])
})

test("the blank template can be downloaded and uploaded, too", async () => {
  const { as } = await workshop()
  const { body } = await as("ada").downloadTemplate(of("blank"))
  const file = new File([body as Uint8Array<ArrayBuffer>], "blank.zip")
  expect((await as("ada").uploadTemplate({ form: { name: "Empty", file } })).status).toBe(200)
})

test("a template of somebody else returns 404, and 400 as tp_id of CreateApplication (api.md section 14)", async () => {
  const { as, world } = await workshop()
  const { tp_id } = (await as("ada").saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })).body
  const told = `template not found: ${tp_id}`
  for (const name of ["bob", "cleo"]) {
    expect(await refusalOf(world, () => as(name).downloadTemplate(of(tp_id)))).toEqual([404, flat("NOT_FOUND", told)])
    const make = () => as(name).createApplication({ body: { name: { en: "Mine" }, tp_id } })
    expect(await refusalOf(world, make)).toEqual([400, flat("INVALID_PARAMS", told)])
  }
  for (const name of ["ada", "ned"]) {
    expect((await as(name).downloadTemplate(of(tp_id))).status).toBe(200)
    expect((await as(name).createApplication({ body: { name: { en: "Mine" }, tp_id } })).status).toBe(200)
  }
})

test("DownloadTemplate returns 404 for a missing template and for one of another workspace", async () => {
  const { as, world } = await workshop()
  const { tp_id } = (await as("ada").saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })).body
  const nope = () => as("ada").downloadTemplate(of("nope"))
  expect(await refusalOf(world, nope)).toEqual([404, flat("NOT_FOUND", "template not found: nope")])
  expect(await refusalOf(world, () => as("olga").downloadTemplate(of(tp_id)))).toEqual([404, flat("NOT_FOUND")])
})

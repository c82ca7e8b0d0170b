import { expect, test } from "vitest"
import { workshop } from "../../sample-worlds/workshop.ts"

const BLANK_TEMPLATE = { tp_id: "blank", name: "Blank", description: "An application without datastores" }

test("a workspace without templates of its own has the blank one", async () => {
  const { as } = await workshop()
  expect((await as("cleo").getTemplates()).body).toEqual({
    enabled: true,
    categories: [{ category: "General", templates: [BLANK_TEMPLATE] }],
  })
})

test("those of the current workspace, by category, in the order in which they came", async () => {
  const { as } = await workshop()
  const save = async (name: string, category?: string) =>
    (
      await as("ada").saveTemplate({
        body: { project_id: "SHOP", name, description: `about ${name}`, ...(category && { category }) },
      })
    ).body.tp_id
  const ids = [await save("One", "Sales"), await save("Two"), await save("Three", "Sales")]
  expect((await as("ada").getTemplates()).body.categories).toEqual([
    { category: "General", templates: [BLANK_TEMPLATE, { tp_id: ids[1], name: "Two", description: "about Two" }] },
    {
      category: "Sales",
      templates: [
        { tp_id: ids[0], name: "One", description: "about One" },
        { tp_id: ids[2], name: "Three", description: "about Three" },
      ],
    },
  ])
  expect((await as("olga").getTemplates()).body.categories).toEqual([
    { category: "General", templates: [BLANK_TEMPLATE] },
  ])
})

test("GetTemplates lists those of the caller and of applications they administer, and all for administrators of the workspace (api.md section 14)", async () => {
  const { as } = await workshop()
  const save = async (by: string, project_id: string, name: string) =>
    (await as(by).saveTemplate({ body: { project_id, name } })).body.tp_id
  const shop = await save("ada", "SHOP", "Shop")
  await save("bob", "LAB", "Lab")
  const archive = (await as("ada").downloadTemplate({ params: { "template-id": shop } })).body
  const file = new File([archive as Uint8Array<ArrayBuffer>], "shop.zip")
  await as("cleo").uploadTemplate({ form: { name: "Cleo's", file } })
  const listed = async (name: string) =>
    (await as(name).getTemplates()).body.categories.flatMap(({ templates }) => templates.map((one) => one.name))
  expect(await listed("ada")).toEqual(["Blank", "Shop"])
  expect(await listed("bob")).toEqual(["Blank", "Lab"])
  expect(await listed("cleo")).toEqual(["Blank", "Cleo's"])
  expect(await listed("ned")).toEqual(["Blank", "Shop", "Lab", "Cleo's"])
  // A user who becomes ADMIN of the application later may use its templates.
  const body = { role_id: "ADMIN", user_id: (await as("bob").getUserInfo()).body.u_id }
  expect((await as("ned").addRoleToUser({ params: { "app-id": "SHOP" }, body })).status).toBe(200)
  expect(await listed("bob")).toEqual(["Blank", "Shop", "Lab"])
})

import { expect, test } from "vitest"
import { workshop } from "../../sample-worlds/workshop.ts"

const BLANK = { tp_id: "blank", name: "Blank", description: "An application without datastores" }

test("a workspace without templates of its own has the blank one", async () => {
  const { as } = await workshop()
  expect((await as("cleo").getTemplates()).body).toEqual({
    enabled: true,
    categories: [{ category: "General", templates: [BLANK] }],
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
  expect((await as("bob").getTemplates()).body.categories).toEqual([
    { category: "General", templates: [BLANK, { tp_id: ids[1], name: "Two", description: "about Two" }] },
    {
      category: "Sales",
      templates: [
        { tp_id: ids[0], name: "One", description: "about One" },
        { tp_id: ids[2], name: "Three", description: "about Three" },
      ],
    },
  ])
  expect((await as("olga").getTemplates()).body.categories).toEqual([{ category: "General", templates: [BLANK] }])
})

import { describe, expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"

describe("GetGroupTree (api.md section 11)", () => {
  test("the whole tree, children by index", async () => {
    const { as, gId } = await people()
    const leaf = (id: string, name: string) => ({
      id: gId(id),
      display_id: id,
      name,
      show_child: true,
      childGroups: [],
    })
    const { body } = await as("carol").getGroupTree()
    expect(body).toEqual({
      error: null,
      result: [
        {
          ...leaf("ACME", "Acme"),
          childGroups: [
            { ...leaf("SALES", "Sales"), childGroups: [leaf("TOKYO", "Tokyo"), leaf("OSAKA", "Osaka")] },
            leaf("SUPPORT", "Support"),
          ],
        },
      ],
    })
  })
})

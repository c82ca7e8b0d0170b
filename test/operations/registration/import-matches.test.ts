import { expect, test } from "vitest"
import { type People, people, refusalOf } from "../../sample-worlds/people.ts"

const upload = ({ as, wId }: People, row: string) =>
  as("ada").userImport({
    form: {
      current_workspace_id: wId("Acme"),
      filename: "users.csv",
      file: new File([`Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete\n${row}\n`], "users.csv"),
    },
  })

test("a row fails if several applications have its role and it names none (model.md section 16)", async () => {
  const scene = await people()
  const [status, body] = await refusalOf(scene.world, () => upload(scene, "new@acme.test,,,,MEMBER,"))
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("line 2: several applications")])
  expect((await upload(scene, "new@acme.test,,,,SHOP:MEMBER;CLERK,")).status).toBe(200)
})

test("a row without user_code matches the only member with its address (model.md section 16)", async () => {
  const scene = await people()
  const count = scene.world.view().table("users").toArray().length
  expect((await upload(scene, "bob@acme.test,,,TOKYO,,")).status).toBe(200)
  expect(scene.world.view().table("users").toArray()).toHaveLength(count)
  const { memberships } = scene.user("bob@acme.test", "B-1")
  expect(memberships.map(({ gId }) => gId)).toContain(scene.gId("TOKYO"))
})

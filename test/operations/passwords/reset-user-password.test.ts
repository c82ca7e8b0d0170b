import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { refusals } from "./bad-requests.ts"

describe("ResetUserPassword (api.md section 12)", () => {
  test.each(refusals)("refuses %s", async (_, body) => {
    const { as, world } = await people()
    expect(await refusalOf(world, () => as("ada").resetUserPassword({ body }))).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("an administrator does it for a user of their workspace, nobody else does", async () => {
    const { as, anybody, world } = await people()
    expect((await as("ada").resetUserPassword({ body: { email: "bob@acme.test" } })).body).toEqual({
      valid_email: true,
    })
    expect(world.mail.list()).toMatchObject([{ kind: "password", to: "bob@acme.test" }])
    const other = await as("ada").resetUserPassword({ body: { email: "olga@globex.test" } })
    expect(other.body).toEqual({ valid_email: false })
    for (const name of ["bob", "dave"]) {
      const asked = () => as(name).resetUserPassword({ body: { email: 5 } })
      expect(await refusalOf(world, asked)).toEqual([403, flat("NO_PRIVILEGES")])
    }
    expect((await refusalOf(world, () => anybody.resetUserPassword({ body: {} })))[0]).toBe(401)
  })
})

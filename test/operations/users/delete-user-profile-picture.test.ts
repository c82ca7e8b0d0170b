import { describe, expect, test } from "vitest"
import { people, refusalOf } from "../../sample-worlds/people.ts"
import { file } from "./picture.ts"

describe("DeleteUserProfilePicture (api.md section 1.5)", () => {
  test("goes back to the default, twice as well", async () => {
    const { as, anybody, uId, world } = await people()
    const params = { "user-id": uId("bob@acme.test", "B-1") }
    const before = await anybody.getUserProfilePicture({ params })
    await as("bob").uploadUserProfilePicture({ form: { file: file("image/png", "one") } })
    expect((await anybody.getUserProfilePicture({ params })).body).not.toEqual(before.body)
    expect(await as("bob").deleteUserProfilePicture()).toMatchObject({ status: 200, body: { error: null } })
    expect((await anybody.getUserProfilePicture({ params })).body).toEqual(before.body)
    const hash = world.hash()
    expect(await as("bob").deleteUserProfilePicture()).toMatchObject({ status: 200, body: { error: null } })
    expect(world.hash()).toBe(hash)
  })

  test("no token", async () => {
    const { anybody, world } = await people()
    expect((await refusalOf(world, () => anybody.deleteUserProfilePicture()))[0]).toBe(401)
  })
})

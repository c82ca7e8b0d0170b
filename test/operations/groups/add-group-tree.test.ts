import { expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture, type World } from "../../../src/world/index.ts"
import { people } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

const NED = "ned@acme.test"

const uIdOf = (world: World, email: string) =>
  world
    .view()
    .all("users")
    .find((user) => user.email === email)?.uId ?? ""

test("the caller becomes the new group's only member, not its supervisor", async () => {
  const { world } = await workshop()
  const ned = world.as(NED)
  const group = await ned.addGroupTree({ name: "New" })
  expect(group.displayId).toMatch(/^Grp-/)
  const { members } = await ned.getUsersInGroup({ group: group.gId })
  expect(members.map(({ email, isSv }) => [email, isSv])).toEqual([[NED, false]])
  const stored = world.view().expect("groups", group.gId)
  expect(world.view().expect("groups", stored.parentGId ?? "")).toMatchObject({ displayId: "ACME", isRoot: true })
  await checkInvariants(world)
})

test("a group below another one, with another member and without access to the screens, survives an export", async () => {
  const { world } = await people()
  const ada = world.as("ada@acme.test")
  const made = { group: "SALES", name: "Lab", displayId: "LAB", disableUiAccess: true }
  const { gId } = await ada.addGroupTree({ ...made, userId: uIdOf(world, "dave@acme.test") })
  expect(world.view().get("groups", gId)).toMatchObject({ displayId: "LAB", index: 2, disableUiAccess: true })
  const { members } = await ada.getUsersInGroup({ group: "LAB" })
  expect(members.map(({ email }) => email)).toEqual(["dave@acme.test"])
  const copy = await createWorld({ fixture: dumpFixture(world) })
  const groups = copy.view().all("groups")
  expect(groups.filter((group) => group.disableUiAccess).map(({ displayId }) => displayId)).toEqual(["LAB"])
})

test("strangers, taken display IDs, and callers who do not administer the parent are refused", async () => {
  const { world } = await workshop()
  await expectUnchanged(world, async () => {
    const ned = world.as(NED)
    const stranger = ned.addGroupTree({ name: "New", userId: uIdOf(world, "olga@globex.test") })
    await expect(stranger).rejects.toMatchObject({ code: "INVALID_PARAMS" })
    await expect(ned.addGroupTree({ name: "New", displayId: "ACME" })).rejects.toMatchObject({ code: "INVALID_PARAMS" })
    await expect(ned.addGroupTree({ name: "New", group: "NONE" })).rejects.toMatchObject({ code: "NOT_FOUND" })
    await expect(world.as("bob@acme.test").addGroupTree({ name: "New" })).rejects.toMatchObject({
      code: "NO_PRIVILEGES",
    })
  })
})

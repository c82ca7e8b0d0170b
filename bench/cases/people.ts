/** Measures registrations, and the administration of many users. */

import type { World } from "../../src/world/index.ts"
import { atMost, atMostTimes, type Line, nanosecondsAwaited, report } from "../measure.ts"
import { ADA, makeWorld } from "../worlds.ts"

const lines: Line[] = []

const world = await makeWorld(100)
let number = 0
const registration = await nanosecondsAwaited(40, async () => {
  number += 1
  const email = `new${number}@acme.test`
  const { confirmationId } = await world.raw.public.userRegistration({ email })
  await world.raw.public.confirmRegistration({ id: confirmationId })
  await world.raw.public.registerUser({ confirmationId, email, password: "secret" })
  await world.raw.public.login({ email, password: "secret" })
})
lines.push(atMost("registration, from the request to the first login", registration, 5e6))

const crowd = await makeWorld(0, { users: 10_000 })
const members = crowd
  .view()
  .table("users")
  .toArray()
  .filter((user) => user.email.startsWith("user"))
  .slice(0, 100)
let round = 0
const update = await nanosecondsAwaited(10, () => {
  round += 1
  return crowd.raw.as(ADA).updateUsersInGroupByAdmin({
    group: "ACME",
    members: members.map(({ uId }, at) => ({
      userId: uId,
      userName: `Name ${round}`,
      email: `mail${round}-${at}@acme.test`,
    })),
  })
})
lines.push(atMost("updateUsersInGroupByAdmin of 100 users in a world of 10k users", update, 10e6))

const TEAM = 100
await crowd.raw.as(ADA).createGroup({ group: "ACME", name: "Team", displayId: "TEAM" })
for (let at = 0; at < TEAM; at += 1) {
  await crowd.raw.as(ADA).addUser({ email: `team${at}@acme.test`, group: "TEAM" })
}
const village = await makeWorld(0, { users: TEAM - 1 })
const list = (at: World, group: string) => at.raw.as(ADA).getUsersInGroup({ group })
const team = await nanosecondsAwaited(50, () => list(crowd, "TEAM"))
const everybody = await nanosecondsAwaited(50, () => list(village, "ACME"))
lines.push(atMostTimes("list of 100 users in a world of 10k users, against a world of 100 users", team, everybody, 2))
const all = await nanosecondsAwaited(3, () => list(crowd, "ACME"))
lines.push(atMostTimes("list of 10k users, time per user, against a list of 100 users", all / 10_000, team / TEAM, 5))

report(lines)

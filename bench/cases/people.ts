/** Registration and the administration of many users. */

import { atMost, type Line, nanosecondsAwaited, report } from "../measure.ts"
import { ADA, makeWorld } from "../worlds.ts"

const lines: Line[] = []

const world = await makeWorld(100)
let number = 0
const registration = await nanosecondsAwaited(40, async () => {
  number += 1
  const email = `new${number}@acme.test`
  const { confirmationId } = await world.public.userRegistration({ email })
  await world.public.confirmRegistration({ id: confirmationId })
  await world.public.registerUser({ confirmationId, email, password: "secret" })
  await world.public.login({ email, password: "secret" })
})
lines.push(atMost("registration, from the request to a user who logged in", registration, 5e6))

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
  return crowd.as(ADA).updateUsersInGroupByAdmin({
    group: "ACME",
    members: members.map(({ uId }, at) => ({
      userId: uId,
      userName: `Name ${round}`,
      email: `mail${round}-${at}@acme.test`,
    })),
  })
})
lines.push(atMost("updateUsersInGroupByAdmin of 100 among 10k users", update, 10e6))

report(lines)

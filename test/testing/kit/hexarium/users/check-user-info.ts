import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isHere, rolesOf } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitUser } from "../../../../../emulator/testing/kit/schema.ts"
import { Disagreement, type Session } from "../../../../../emulator/testing/kit/session.ts"

/** Calls GetUserInfo for users and checks name, roles and groups against the model. */
export async function checkUserInfo(model: Model, session: Session, user: KitUser): Promise<void> {
  if (!session.mayLook()) return
  const { body } = await session.expect({ operation: "getUserInfo", user: user.reference }, { status: 200 })
  if (user.current !== null && !isHere(model, user.uId)) {
    if (body.current_workspace_id !== user.current || body.username !== user.username)
      throw new Disagreement(
        `getUserInfo of ${user.reference} answered ${body.username} in ${body.current_workspace_id}, expected ${user.username} in ${user.current}`,
      )
    return
  }
  const roles: string[] = body.user_roles.map(
    (role: { application_id: string; role_id: string }) => `${role.application_id}:${role.role_id}`,
  )
  const groups: string[] = body.user_groups.map((group: { g_id: string }) => group.g_id)
  const answered = JSON.stringify([body.username, roles.sort(), groups.sort()])
  const expected = JSON.stringify([user.username, [...rolesOf(model, user.uId)].sort(), [...user.groups].sort()])
  if (answered !== expected) {
    throw new Disagreement(`getUserInfo of ${user.reference} answered ${answered}, expected ${expected}`)
  }
}

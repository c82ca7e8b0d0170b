import fc from "fast-check"
import type { Model } from "../model/model.ts"
import { rolesOf } from "../model/people.ts"
import type { KitUser } from "../schema.ts"
import { Disagreement, type Session } from "../session.ts"
import { kind, userAt } from "./command.ts"

interface UserDraft {
  readonly user: number
  readonly name: string
}

const drafts = (): fc.Arbitrary<UserDraft> =>
  fc.record({ user: fc.nat(20), name: fc.constantFrom("Kim", "Åsa", "花子") })

export const getUserInfo = kind<UserDraft>({
  name: "GetUserInfo",
  draft: drafts,
  run: (model, session, draft) => checkUserInfo(model, session, userAt(model, draft.user)),
})

/** Asks users who they are, and checks name, roles and groups against the model. */
export async function checkUserInfo(model: Model, session: Session, user: KitUser): Promise<void> {
  const { body } = await session.expect({ operation: "getUserInfo", user: user.reference }, { status: 200 })
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

export const updateUserInfo = kind<UserDraft>({
  name: "UpdateUserInfo",
  draft: drafts,
  async run(model, session, draft) {
    const user = userAt(model, draft.user)
    await session.expect(
      { operation: "updateUserInfo", user: user.reference, body: { user_id: user.uId, username: draft.name } },
      { status: 200 },
    )
    model.users.set(user.uId, { ...user, username: draft.name })
  },
})

export const updateUsersInGroupByAdmin = kind<UserDraft & { readonly caller: number }>({
  name: "UpdateUsersInGroupByAdmin",
  draft: () => fc.tuple(drafts(), fc.nat(20)).map(([draft, caller]) => ({ ...draft, caller })),
  async run(model, session, draft) {
    const [caller, user] = [userAt(model, draft.caller), userAt(model, draft.user)]
    const root = [...model.groups.values()].find((group) => group.parent === null)
    const isAllowed = caller.isWorkspaceAdmin || caller.svGroups.includes(root?.gId ?? "")
    const answer = await session.expect(
      {
        operation: "updateUsersInGroupByAdmin",
        user: caller.reference,
        params: { "parent-group-id": root?.gId ?? "" },
        body: { members: [{ user_id: user.uId, values: { user_name: draft.name } }] },
      },
      isAllowed ? { status: 200 } : { status: 403, codes: ["NO_PRIVILEGES"] },
    )
    if (!isAllowed) return
    if (answer.body.result.processed !== 1)
      throw new Disagreement(`processed ${answer.body.result.processed} members, expected 1`)
    model.users.set(user.uId, { ...user, username: draft.name })
  },
})

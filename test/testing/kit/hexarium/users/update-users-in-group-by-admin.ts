import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import { type UserDraft, userDrafts } from "./user-draft.ts"

export const updateUsersInGroupByAdmin = kind<UserDraft & { readonly caller: number }>({
  name: "UpdateUsersInGroupByAdmin",
  draft: () => fc.tuple(userDrafts(), fc.nat(20)).map(([draft, caller]) => ({ ...draft, caller })),
  async run(model, session, draft) {
    const [caller, user] = [userAt(model, draft.caller), userAt(model, draft.user)]
    const root = [...model.groups.values()].find((group) => group.parent === null)
    const isMember = user.groups.length > 0
    const isAllowed = caller.isWorkspaceAdmin || caller.svGroups.includes(root?.gId ?? "")
    const answer = await session.expect(
      {
        operation: "updateUsersInGroupByAdmin",
        user: caller.reference,
        params: { "parent-group-id": root?.gId ?? "" },
        body: { members: [{ user_id: user.uId, values: { user_name: draft.name } }] },
      },
      isHere(model, caller.uId)
        ? isAllowed
          ? { status: isMember ? 200 : 400 }
          : { status: 403, codes: ["NO_PRIVILEGES"] }
        : { status: 404 },
    )
    if (answer.status !== 200) return
    if (answer.body.result.processed !== 1)
      throw new Disagreement(`processed ${answer.body.result.processed} members, expected 1`)
    model.users.set(user.uId, { ...user, username: draft.name })
  },
})

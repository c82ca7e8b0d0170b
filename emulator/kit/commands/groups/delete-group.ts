import { administersGroup } from "../../model/people.ts"
import { kind } from "../command.ts"
import { groupAt, userAt } from "../pick.ts"
import { childrenOf, type GroupDraft, groupDrafts } from "./group-draft.ts"

export const deleteGroup = kind<GroupDraft>({
  name: "DeleteGroup",
  draft: groupDrafts,
  // a user who is in this group alone would leave the workspace, and so the model
  isPossible: (model, draft) =>
    [...model.users.values()].every(
      ({ groups }) => groups.length !== 1 || groups[0] !== groupAt(model, draft.group).gId,
    ),
  async run(model, session, draft) {
    const [caller, group] = [userAt(model, draft.caller), groupAt(model, draft.group)]
    const isAllowed = administersGroup(model, caller.uId, group.gId)
    const isNeeded = group.parent === null || childrenOf(model, group.gId).length > 0
    await session.expect(
      { operation: "deleteGroup", user: caller.reference, params: { "group-id": group.gId }, body: {} },
      { status: isAllowed ? (isNeeded ? 400 : 200) : 403 },
    )
    if (!isAllowed || isNeeded) return
    model.groups.delete(group.gId)
    for (const user of model.users.values()) {
      const without = (groups: readonly string[]) => groups.filter((gId) => gId !== group.gId)
      model.users.set(user.uId, { ...user, groups: without(user.groups), svGroups: without(user.svGroups) })
    }
  },
})

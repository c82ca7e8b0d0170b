import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { administersGroup, leaveGroup } from "../model/people.ts"
import { groupAt } from "../pick.ts"
import { childrenOf, type GroupDraft, groupDrafts } from "./group-draft.ts"

export const deleteGroup = kind<GroupDraft>({
  name: "DeleteGroup",
  draft: groupDrafts,
  async run(model, session, draft) {
    const group = groupAt(model, draft.group)
    const caller = callerAt(model, draft.caller, ({ uId }) => administersGroup(model, uId, group.gId))
    const isAllowed = administersGroup(model, caller.uId, group.gId)
    const isNeeded =
      group.parent === null || childrenOf(model, group.gId).length > 0 || holdsLastAdmin(model, group.gId)
    await session.expect(
      { operation: "deleteGroup", user: caller.reference, params: { "group-id": group.gId }, body: {} },
      { status: !isHere(model, caller.uId) ? 404 : isAllowed ? (isNeeded ? 400 : 200) : 403 },
    )
    if (!isAllowed || isNeeded) return
    for (const user of [...model.users.values()]) {
      if (user.groups.includes(group.gId)) leaveGroup(model, user, group.gId)
    }
    model.groups.delete(group.gId)
  },
})

/** Whether the workspace would have no administrator if the group's members left it. */
function holdsLastAdmin(model: Model, gId: string): boolean {
  const admins = [...model.users.values()].filter((user) => user.isWorkspaceAdmin)
  return admins.length > 0 && admins.every(({ groups }) => groups.every((one) => one === gId))
}

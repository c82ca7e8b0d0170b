import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { administersGroup } from "../model/people.ts"
import { groupAt } from "../pick.ts"
import { type GroupDraft, groupDrafts } from "./group-draft.ts"

export const createGroup = kind<GroupDraft>({
  name: "CreateGroup",
  draft: groupDrafts,
  async run(model, session, draft) {
    const parent = groupAt(model, draft.group)
    const caller = callerAt(model, draft.caller, ({ uId }) => administersGroup(model, uId, parent.gId))
    const isAllowed = administersGroup(model, caller.uId, parent.gId)
    const isTaken = [...model.groups.values()].some((group) => group.displayId === draft.name)
    const answer = await session.expect(
      {
        operation: "createGroup",
        user: caller.reference,
        params: { "parent-group-id": parent.gId },
        body: { name: draft.name, display_id: draft.name },
      },
      { status: !isHere(model, caller.uId) ? 404 : isAllowed ? (isTaken ? 400 : 200) : 403 },
    )
    if (!isAllowed || isTaken) return
    const { g_id: gId } = answer.body.group
    model.groups.set(gId, { gId, displayId: draft.name, parent: parent.gId, roles: [] })
  },
})

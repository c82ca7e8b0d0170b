import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import { groupAt } from "../pick.ts"
import { childrenOf, type GroupDraft, groupDrafts } from "./group-draft.ts"

export const getGroup = kind<GroupDraft>({
  name: "GetGroup",
  draft: groupDrafts,
  async run(model, session, draft) {
    const [caller, group] = [userAt(model, draft.caller), groupAt(model, draft.group)]
    const answer = await session.expect(
      { operation: "getGroup", user: caller.reference, params: { "group-id": group.gId } },
      { status: isHere(model, caller.uId) ? 200 : 404 },
    )
    if (answer.status !== 200) return
    const expected = childrenOf(model, group.gId).map(({ displayId }) => displayId)
    const answered: string[] = answer.body.children.map((child: { group_id: string }) => child.group_id)
    if (answer.body.count !== expected.length || [...answered].sort().join() !== expected.sort().join()) {
      throw new Disagreement(`group ${group.displayId} has the children [${answered}], expected [${expected}]`)
    }
  },
})

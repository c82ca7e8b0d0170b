import fc from "fast-check"
import type { Model } from "../model/model.ts"
import { administersGroup } from "../model/people.ts"
import type { KitGroup } from "../schema.ts"
import { Disagreement } from "../session.ts"
import { kind, userAt } from "./command.ts"

interface GroupDraft {
  readonly caller: number
  readonly group: number
  readonly name: string
}

const drafts = (): fc.Arbitrary<GroupDraft> =>
  fc.record({ caller: fc.nat(20), group: fc.nat(10), name: fc.constantFrom("kit-1", "kit-2", "kit-3") })

const groupAt = (model: Model, nth: number): KitGroup => {
  const groups = [...model.groups.values()]
  return groups[nth % groups.length] as KitGroup
}

const childrenOf = (model: Model, gId: string): KitGroup[] =>
  [...model.groups.values()].filter((group) => group.parent === gId)

export const createGroup = kind<GroupDraft>({
  name: "CreateGroup",
  draft: drafts,
  async run(model, session, draft) {
    const [caller, parent] = [userAt(model, draft.caller), groupAt(model, draft.group)]
    const isAllowed = administersGroup(model, caller.uId, parent.gId)
    const isTaken = [...model.groups.values()].some((group) => group.displayId === draft.name)
    const answer = await session.expect(
      {
        operation: "createGroup",
        user: caller.reference,
        params: { "parent-group-id": parent.gId },
        body: { name: draft.name, display_id: draft.name },
      },
      { status: isAllowed ? (isTaken ? 400 : 200) : 403 },
    )
    if (!isAllowed || isTaken) return
    const { g_id: gId } = answer.body.group
    model.groups.set(gId, { gId, displayId: draft.name, parent: parent.gId, roles: [] })
  },
})

export const deleteGroup = kind<GroupDraft>({
  name: "DeleteGroup",
  draft: drafts,
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

export const getGroup = kind<GroupDraft>({
  name: "GetGroup",
  draft: drafts,
  async run(model, session, draft) {
    const [caller, group] = [userAt(model, draft.caller), groupAt(model, draft.group)]
    const answer = await session.expect(
      { operation: "getGroup", user: caller.reference, params: { "group-id": group.gId } },
      { status: 200 },
    )
    const expected = childrenOf(model, group.gId).map(({ displayId }) => displayId)
    const answered: string[] = answer.body.children.map((child: { group_id: string }) => child.group_id)
    if (answer.body.count !== expected.length || [...answered].sort().join() !== expected.sort().join()) {
      throw new Disagreement(`group ${group.displayId} has the children [${answered}], expected [${expected}]`)
    }
  },
})

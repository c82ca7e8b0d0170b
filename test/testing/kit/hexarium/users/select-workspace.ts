import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { checkUserInfo } from "./check-user-info.ts"

interface SelectDraft {
  readonly user: number
  readonly workspace: number
}

export const selectWorkspace = kind<SelectDraft>({
  name: "SelectWorkspace",
  draft: (schema) =>
    schema.otherWorkspaces.length === 0
      ? "the world has one workspace only"
      : fc.record({ user: fc.nat(20), workspace: fc.nat(10) }),
  async run(model, session, draft) {
    const user = userAt(model, draft.user)
    const { wId, otherWorkspaces } = model.schema
    const all = [wId, ...otherWorkspaces]
    const chosen = all[draft.workspace % all.length] ?? wId
    const isMember = chosen === wId ? user.groups.length > 0 : user.otherWorkspaces.includes(chosen)
    await session.expect(
      { operation: "selectWorkspace", user: user.reference, params: { "workspace-id": chosen } },
      { status: isMember ? 200 : 403 },
    )
    if (!isMember) return
    const now = { ...user, current: chosen }
    model.users.set(user.uId, now)
    await checkUserInfo(model, session, now)
  },
})

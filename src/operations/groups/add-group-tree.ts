import * as z from "zod"
import {
  type Actor,
  isInWorkspace,
  joinGroup,
  makeGroup,
  requireAdministeredGroup,
  requireAdministeredRoot,
  requireCurrentWorkspace,
} from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalBoolean, optionalId, optionalString } from "../../model/input/index.ts"
import type { Group } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerGroup } from "../answers/people.ts"

interface Place {
  readonly group?: string | undefined
  readonly workspace?: string | undefined
}

function requireParent(view: View, actor: Actor, { group, workspace }: Place): Group {
  if (group !== undefined) return requireAdministeredGroup(view, actor, { group, workspace })
  const wId = workspace ?? requireCurrentWorkspace(view, actor).wId
  return view.expect("groups", requireAdministeredRoot(view, actor, wId).topGId)
}

/** Creates a group with one member, as a child of another group or of the top group. (api.md section 23) */
export const addGroupTree = command({
  name: "AddGroupTree",
  summary: "Creates a group with one member",
  input: () => ({
    workspace: optionalString("ID of the workspace; the current one when absent"),
    group: optionalId().describe("The parent group, by internal or display ID; absent: the top group"),
    name: z.string().describe("Name of the group"),
    displayId: optionalString("Display ID of the group; generated when absent or empty"),
    disableUiAccess: optionalBoolean("Stored for clients, without other effect. Default false"),
    userId: optionalId().describe("ID of the user of the workspace who becomes the member. Default: the caller"),
  }),
  place: ["workspace", "group"],
  authorize: requireParent,
  execute(tx, { principal, granted: parent }, { name, displayId, disableUiAccess, userId = principal.uId }): Group {
    const user = tx.get("users", userId)
    if (user === undefined || !isInWorkspace(user, parent.wId)) throw invalidParams(`unknown user: ${userId}`)
    const group = makeGroup(tx, parent, { name, displayId: displayId || tx.newDisplayId("Grp-"), disableUiAccess })
    joinGroup(tx, user, group)
    return group
  },
  answer: answerGroup,
})

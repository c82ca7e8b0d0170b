import * as z from "zod"
import { requireAdministeredGroup } from "../../access/group-admin.ts"
import { answerGroup } from "../../answers/people.ts"
import { command } from "../../engine/operation.ts"
import { makeGroup } from "../../groups/make-group.ts"
import { object } from "../../model/input/schemas.ts"
import { groupInWorkspace } from "./group-place.ts"

/** Makes a group below the one that the place names. (api.md section 11) */
export const createGroup = command({
  name: "CreateGroup",
  summary: "Make a group below another",
  input: () =>
    object({
      ...groupInWorkspace(),
      name: z.string().describe("Name of the group"),
      displayId: z.string().describe("Display ID of the group"),
    }),
  place: ["workspace", "group"],
  authorize: requireAdministeredGroup,
  execute: (tx, { granted: parent }, { name, displayId }) => makeGroup(tx, parent, name, displayId),
  answer: answerGroup,
})

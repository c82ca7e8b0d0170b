import * as z from "zod"
import { makeGroup, requireAdministeredGroup } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { answerGroup } from "../answers/people.ts"
import { groupInWorkspace } from "./group-place.ts"

/** Creates a group as a child of another group. (api.md section 11) */
export const createGroup = command({
  name: "CreateGroup",
  summary: "Creates a group below another group",
  input: () => ({
    ...groupInWorkspace(),
    name: z.string().describe("Name of the group"),
    displayId: z.string().describe("Display ID of the group"),
  }),
  place: ["workspace", "group"],
  authorize: requireAdministeredGroup,
  execute: (tx, { granted: parent }, { name, displayId }) => makeGroup(tx, parent, { name, displayId }),
  answer: answerGroup,
})

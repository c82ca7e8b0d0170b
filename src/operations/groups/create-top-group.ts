import * as z from "zod"
import { requireAdministeredRoot } from "../../access/group-admin.ts"
import { answerGroup } from "../../answers/people.ts"
import { command } from "../../engine/operation.ts"
import { makeGroup } from "../../groups/make-group.ts"
import { object } from "../../model/input/schemas.ts"

/** Makes a group of the first level, below the root. (api.md section 11) */
export const createTopGroup = command({
  name: "CreateTopGroup",
  summary: "Make a group of the first level",
  input: () =>
    object({
      workspace: z.string().describe("ID of the workspace"),
      name: z.string().describe("Name of the group"),
      displayId: z.string().describe("Display ID of the group; generated when absent or empty").optional(),
    }),
  place: ["workspace"],
  authorize: (view, principal, { workspace }) => requireAdministeredRoot(view, principal, workspace),
  execute(tx, { granted: workspace }, { name, displayId }) {
    const root = tx.expect("groups", workspace.topGId)
    return makeGroup(tx, root, name, displayId || tx.newDisplayId("Grp-"))
  },
  answer: answerGroup,
})

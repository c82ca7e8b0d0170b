import * as z from "zod"
import { makeGroup, requireAdministeredRoot } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { optionalString } from "../../model/input/index.ts"
import { answerGroup } from "../answers/people.ts"

/** Creates a group as a direct child of the root group. (api.md section 11) */
export const createTopGroup = command({
  name: "CreateTopGroup",
  summary: "Creates a group directly below the top group",
  input: () => ({
    workspace: z.string().describe("ID of the workspace"),
    name: z.string().describe("Name of the group"),
    displayId: optionalString("Display ID of the group; generated when absent or empty"),
  }),
  place: ["workspace"],
  authorize: (view, principal, { workspace }) => requireAdministeredRoot(view, principal, workspace),
  execute(tx, { granted: workspace }, { name, displayId }) {
    const root = tx.expect("groups", workspace.topGId)
    return makeGroup(tx, root, { name, displayId: displayId || tx.newDisplayId("Grp-") })
  },
  answer: answerGroup,
})

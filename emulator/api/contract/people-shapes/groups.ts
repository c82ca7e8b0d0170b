import * as z from "zod"
import { answer, displayId, giveName, integer, internalId, lazy, millis, namedAnswer } from "../shapes.ts"

/** Schema of `Group` (api.md section 5.3). */
export const group = namedAnswer("Group", () => ({
  g_id: internalId().describe("Internal ID of the group"),
  group_id: displayId().describe("Display ID of the group"),
  name: z.string().describe("Name of the group"),
  index: integer().describe("Position among the groups with the same parent, counted from 0"),
}))

export const newGroup = namedAnswer("NewGroup", () => ({
  id: internalId().describe("Internal ID of the group"),
  g_id: internalId().describe("Internal ID of the group"),
  access_key: z.string().describe("Access key of the group; items are published to this key"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  name: z.string().describe("Name of the group"),
  index: integer().describe("Position among the groups with the same parent, counted from 0"),
  is_root: z.boolean().describe("Whether the group has no parent group"),
  disable_ui_access: z.boolean().describe("Whether members of the group can't use the service's screens"),
  created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
}))

export type WireGroup = z.input<ReturnType<typeof group>>
export type WireNewGroup = z.input<ReturnType<typeof newGroup>>

export interface WireTree {
  id: string
  display_id: string
  name: string
  show_child: true
  childGroups: WireTree[]
}

export const treeNode: () => z.ZodType<WireTree, WireTree> = lazy(
  (): z.ZodType<WireTree, WireTree> =>
    giveName(
      "GroupTree",
      answer({
        id: internalId().describe("Internal ID of the group"),
        display_id: displayId().describe("Display ID, chosen on the service's screens"),
        name: z.string().describe("Name of the group"),
        show_child: z.literal(true).describe("Whether the service's screens show the subgroups"),
        childGroups: z.array(z.lazy(treeNode)).describe("The subgroups, by index"),
      }),
    ),
)

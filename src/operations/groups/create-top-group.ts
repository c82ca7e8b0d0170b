import type { Actor } from "../../access/actor.ts"
import { requireAdministeredRoot } from "../../access/group-admin.ts"
import type { WorkspacePlace } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { makeGroup } from "../../groups/make-group.ts"
import type { View } from "../../state/view.ts"

export interface CreateTopGroup extends WorkspacePlace {
  readonly name: string
  /** Absent or blank: generated. */
  readonly displayId?: string | undefined
}

/** CreateTopGroup (api.md section 11): a group of the first level below the root. */
export const createTopGroup = command("CreateTopGroup", {
  enter: (view: View, actor: Actor, { workspace }: WorkspacePlace) => requireAdministeredRoot(view, actor, workspace),
  run(tx, { found: workspace }, { name, displayId }: CreateTopGroup) {
    const root = tx.expect("groups", workspace.topGId)
    return makeGroup(tx, root, name, displayId || tx.newDisplayId("Grp-"))
  },
})

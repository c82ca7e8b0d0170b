import { type GroupPlace, requireAdministeredGroup } from "../../access/group-admin.ts"
import { command } from "../../engine/use-case.ts"
import { makeGroup } from "../../groups/make-group.ts"

export interface CreateGroup extends GroupPlace {
  readonly name: string
  readonly displayId: string
}

/** CreateGroup (api.md section 11): below the group that the place names. */
export const createGroup = command("CreateGroup", {
  enter: requireAdministeredGroup,
  run: (tx, { found: parent }, { name, displayId }: CreateGroup) => makeGroup(tx, parent, name, displayId),
})

import { makeApplication } from "../applications/make-application.ts"
import { joinGroup } from "../../groups/membership.ts"
import type { GId, WId } from "../../model/ids.ts"
import type { Group } from "../../model/records/group.ts"
import type { User } from "../../model/records/user.ts"
import { DEFAULT_FUNCTIONALITY, DEFAULT_PASSWORD_POLICY, NO_LIMITS, type Workspace } from "../../model/records/workspace.ts"
import type { Tx } from "../../state/tx.ts"
import { makeBot } from "../../workspaces/make-bot.ts"

/**
 * A workspace as the service makes one (model.md section 1): a top group of its name, one application whose MEMBER role the top
 * group has, and its creator as workspace admin, member of the top group and ADMIN of the application.
 */
export function makeWorkspace(tx: Tx, name: string, creator: User): Workspace {
  const wId = tx.newId<"w_id">()
  const topGId = tx.newId<"g_id">()
  const bot = tx.put(
    "users",
    makeBot({ uId: tx.newId(), wId, accessKey: tx.newId(), createdAt: tx.now, ordinal: tx.nextOrdinal() }),
  )
  const workspace = tx.put("workspaces", {
    wId,
    name,
    topGId,
    admins: [creator.uId],
    botUId: bot.uId,
    passwordPolicy: DEFAULT_PASSWORD_POLICY,
    functionality: DEFAULT_FUNCTIONALITY,
    limits: NO_LIMITS,
    publicCalls: [],
    createdAt: tx.now,
    ordinal: tx.nextOrdinal(),
  })
  const names = { en: "New application", ja: "新しいアプリケーション" }
  const { admin, member } = makeApplication(tx, workspace, { name: names, displayOrder: 1 })
  const topGroup = tx.put("groups", { ...newTopGroup(tx, wId, topGId, name), roles: [member.rId] })
  joinGroup(tx, creator, topGroup)
  tx.update("users", creator.uId, (user) => void user.roles.push(admin.rId))
  return workspace
}

const newTopGroup = (tx: Tx, wId: WId, gId: GId, name: string): Omit<Group, "roles"> => ({
  gId,
  wId,
  displayId: gId,
  name,
  index: 0,
  isRoot: true,
  disableUiAccess: false,
  accessKey: tx.newId(),
  parentGId: null,
  createdAt: tx.now,
})

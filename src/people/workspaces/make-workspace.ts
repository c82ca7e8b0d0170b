import { joinGroup } from "../../access/index.ts"
import type { GId, WId } from "../../model/index.ts"
import type { Group, User, Workspace } from "../../model/records/index.ts"
import { FUNCTIONALITY, initialSettings, LIMITS, PASSWORD_POLICY } from "../../model/settings/index.ts"
import type { Tx } from "../../state/index.ts"
import { makeApplication } from "../applications/make-application.ts"
import { makeBot } from "./make-bot.ts"

/** Creates a workspace with a top group and an application. The creator administers both (model.md section 1). */
export function makeWorkspace(tx: Tx, name: string, creator: User): Workspace {
  const wId = tx.newId<"w_id">()
  const topGId = tx.newId<"g_id">()
  const bot = tx.put(
    "users",
    makeBot({ uId: tx.newId(), accessKey: tx.newId(), createdAt: tx.now, ordinal: tx.nextOrdinal() }, wId),
  )
  const workspace = tx.put("workspaces", {
    wId,
    name,
    topGId,
    admins: [creator.uId],
    botUId: bot.uId,
    passwordPolicy: initialSettings(PASSWORD_POLICY),
    functionality: initialSettings(FUNCTIONALITY),
    limits: initialSettings(LIMITS),
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

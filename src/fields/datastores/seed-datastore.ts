import { listRoles } from "../../access/index.ts"
import { DomainError, type Names } from "../../model/index.ts"
import type { Action, AnyField, Application, CrudType, Datastore, Status } from "../../model/records/index.ts"
import { FIELD, initialSettings } from "../../model/settings/index.ts"
import type { Tx, View } from "../../state/index.ts"
import { fieldTypeOf } from "../types/registry.ts"
import { DEFAULT_ACTIONS, defaultPublishRoles } from "./actions.ts"

/** Name of the built-in template for datastores. */
export const SEED = "SEED1"

const names = (en: string, ja: string): Names => ({ en, ja })

const STATUSES = [
  { displayId: "New", name: names("New", "新規") },
  { displayId: "InProgress", name: names("In progress", "処理中") },
  { displayId: "Done", name: names("Done", "完了") },
] as const

type SeedStatus = (typeof STATUSES)[number]["displayId"]

const FIELDS = [
  { displayId: "Title", name: names("Title", "タイトル"), dataType: "text" },
  { displayId: "Status", name: names("Status", "ステータス"), dataType: "status" },
] as const

interface SeedAction {
  readonly displayId: string
  readonly name: Names
  readonly crudType: CrudType
  /** For a status action: the status in which it is available, and the status that it sets. */
  readonly step?: readonly [SeedStatus, SeedStatus]
}

const ACTIONS: readonly SeedAction[] = [
  ...DEFAULT_ACTIONS,
  { displayId: "StartProgress", name: names("Start progress", "着手"), crudType: "2", step: ["New", "InProgress"] },
  { displayId: "Complete", name: names("Complete", "完了"), crudType: "2", step: ["InProgress", "Done"] },
  { displayId: "Reopen", name: names("Reopen", "再開"), crudType: "2", step: ["Done", "New"] },
]

/** Throws INVALID_SETTINGS if the workspace already has its maximum number of datastores. */
export function requireRoomForDatastore(view: View, { wId }: Application): void {
  const { limits } = view.expect("workspaces", wId)
  const count = limits.datastores > 0 ? view.all("datastores").filter((datastore) => datastore.wId === wId).length : 0
  if (limits.datastores === 0 || count < limits.datastores) return
  const text = `the workspace must have at most ${limits.datastores} datastores`
  throw new DomainError("INVALID_SETTINGS", "settings", text)
}

/** Adds a datastore with a title, three statuses and the default actions. All roles may use it (api.md section 23). */
export function makeSeedDatastore(tx: Tx, { pId, wId }: Application): Datastore {
  const dId = tx.newId<"d_id">()
  const roles = listRoles(tx, pId)
  const allRoles = roles.map(({ rId }) => rId)
  const fields = FIELDS.map(({ dataType, ...named }, fieldIndex) => {
    const field: AnyField = {
      ...named,
      fId: tx.newId(),
      ...initialSettings(FIELD),
      asTitle: dataType === "text",
      status: dataType === "status",
      fieldIndex,
      roles: allRoles,
      layout: { sizeX: 1, sizeY: 1, col: 0, row: fieldIndex },
    }
    return { ...field, ...fieldTypeOf({ dataType }).settings.blank(dataType) }
  })
  const statuses = STATUSES.map(
    (status, sortId): Status => ({ ...status, sId: tx.newId(), sortId, x: 0, y: 0, color: "" }),
  )
  const sIdOf = (displayId: SeedStatus) => statuses.find((status) => status.displayId === displayId)?.sId ?? null
  const actions = ACTIONS.map(
    ({ step, ...named }, at): Action => ({
      ...named,
      aId: tx.newId(),
      description: "",
      displayOrder: at + 1,
      statusId: step === undefined ? null : sIdOf(step[0]),
      setStatus: step === undefined ? null : sIdOf(step[1]),
      isDefault: step === undefined,
      roles: allRoles,
      publish: {
        groups: false,
        roles: roles.flatMap((role) => (defaultPublishRoles(named.crudType).includes(role.displayId) ? role.rId : [])),
      },
      notify: [],
      fieldSettings: {},
      preScript: null,
      postScript: null,
      webhooks: [],
    }),
  )
  return tx.put("datastores", {
    dId,
    pId,
    wId,
    displayId: dId,
    name: names("New datastore", "新しいデータストア"),
    fields,
    statuses,
    actions,
    roles: allRoles,
    relations: [],
    defaultSearch: [],
    autoLinks: [],
    createdAt: tx.now,
    ordinal: tx.nextOrdinal(),
  })
}

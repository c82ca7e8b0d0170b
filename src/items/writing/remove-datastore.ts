import { listDatastores } from "../../access/index.ts"
import { clearLookupsInto } from "../../fields/index.ts"
import type { DId, RId } from "../../model/index.ts"
import type { Application, Author, Datastore, Report } from "../../model/records/index.ts"
import { itemsTable, type Tx } from "../../state/index.ts"
import { removeItem } from "./remove-item.ts"

/**
 * Deletes a datastore with its items, saved lists, auto actions and reports, and all references to it. Lookup fields into the datastore
 * remain, without values and target. Other items keep their revisions. The IDs of the deleted items are never used again.
 */
export function removeDatastore(tx: Tx, datastore: Datastore, by: Author): void {
  const { dId, pId, wId, fields } = datastore
  clearLookupsInto(tx, datastore)
  for (const item of tx.all(itemsTable(dId))) removeItem(tx, item, by)
  for (const file of tx.all("files")) {
    if (file.dId === dId && !file.deleted) tx.patch("files", file.fileId, { deleted: true, updatedAt: tx.now })
  }
  for (const { fId } of fields) for (const counter of tx.ids("countersByField", fId)) tx.remove("counters", counter)
  for (const record of tx.all("imports")) if (record.dId === dId) tx.remove("imports", record.tempDId)
  for (const query of tx.list("queries", "queriesByApplication", pId)) {
    if (query.dId === dId) tx.remove("queries", query.qId)
  }
  for (const auto of tx.list("autoActions", "autoActionsByWorkspace", wId)) {
    if (auto.dId === dId) tx.remove("autoActions", auto.autoId)
  }
  for (const report of tx.all("reports")) if (isOver(report, dId)) removeReport(tx, report)
  dropReferences(tx, datastore)
  tx.remove("datastores", dId)
}

const isOver = ({ dId, joins }: Report, gone: DId): boolean => dId === gone || joins.some((join) => join.dId === gone)

function removeReport(tx: Tx, { pId, rpId }: Report): void {
  for (const chart of tx.list("charts", "chartsByApplication", pId)) {
    if (chart.rpId === rpId) tx.remove("charts", chart.chId)
  }
  tx.remove("reports", rpId)
}

/** Removes the datastore from the relations and auto links of the workspace's other datastores. */
function dropReferences(tx: Tx, { dId: gone, wId }: Datastore): void {
  for (const { dId, wId: own, relations, autoLinks } of tx.all("datastores")) {
    if (dId === gone || own !== wId) continue
    if (!relations.includes(gone) && autoLinks.every(({ toDId }) => toDId !== gone)) continue
    tx.update("datastores", dId, (draft) => {
      draft.relations = relations.filter((related) => related !== gone)
      draft.autoLinks = autoLinks.filter(({ toDId }) => toDId !== gone)
    })
  }
}

/** Deletes an application with its datastores, reports and roles. The roles also disappear from users and groups. */
export function removeApplication(tx: Tx, { pId }: Application, by: Author): void {
  for (const datastore of listDatastores(tx, pId)) removeDatastore(tx, datastore, by)
  for (const report of tx.list("reports", "reportsByApplication", pId)) removeReport(tx, report)
  for (const { rId } of tx.list("roles", "rolesByApplication", pId)) {
    revokeRole(tx, rId)
    tx.remove("roles", rId)
  }
  tx.remove("applications", pId)
}

function revokeRole(tx: Tx, rId: RId): void {
  const without = (roles: readonly RId[]): readonly RId[] => Object.freeze(roles.filter((role) => role !== rId))
  for (const { uId, roles } of tx.list("users", "usersByRole", rId)) tx.patch("users", uId, { roles: without(roles) })
  for (const { gId, roles } of tx.list("groups", "groupsByRole", rId))
    tx.patch("groups", gId, { roles: without(roles) })
}

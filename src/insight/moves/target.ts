import { keyHolders, lineage, nameOfUser } from "../../access/index.ts"
import { findDefaultAction } from "../../items/index.ts"
import type { RefusalCause } from "../../model/index.ts"
import type { Group, Role } from "../../model/records/index.ts"
import { itemsTable } from "../../state/index.ts"
import type { Candidate, Refused } from "./move.ts"
import { findRunner, listAdministrators, roleCandidates, senderCandidates } from "./people.ts"

/** Makes candidates for an item that is missing or that the caller does not see. */
export function targetCandidates(refused: Refused, causes: readonly RefusalCause[]): Candidate[] {
  return causes.flatMap(({ kind }) => {
    if (kind === "item_keys") return [...keyCandidates(refused), ...senderCandidates(refused)]
    return kind === "item_elsewhere" ? elsewhereCandidates(refused) : []
  })
}

function elsewhereCandidates({ view, input, operation }: Refused): Candidate[] {
  const { itemId } = input
  const datastore = view.all("datastores").find(({ dId }) => view.get(itemsTable(dId), String(itemId)) !== undefined)
  if (datastore === undefined) return []
  const application = view.expect("applications", datastore.pId).displayId
  const isOther = "application" in (operation?.input().shape ?? {}) && input.application !== undefined
  return [
    {
      kind: "datastore_named",
      facts: { datastore: datastore.displayId, application },
      edits: [
        { path: ["datastore"], value: datastore.displayId },
        ...(isOther ? [{ path: ["application"] as const, value: application }] : []),
      ],
    },
  ]
}

/** Returns candidates that give the caller a key of the item, or the item a key of the caller. */
function keyCandidates(refused: Refused): Candidate[] {
  const { view, actor, datastore, item } = refused
  if (actor === null || datastore === undefined || item === undefined) return []
  const holders = keyHolders(view, datastore.wId, item)
  const roles = holders.flatMap((holder): Role[] => (holder.kind === "role" ? [holder.role] : []))
  const groups = holders.flatMap((holder): Group[] => (holder.kind === "group" ? [holder.group] : []))
  return [
    ...(roles.length === 0
      ? []
      : roleCandidates(
          refused,
          roles.map(({ rId }) => rId),
        ).filter(({ facts }) => roles.some(({ displayId }) => [facts.roles].flat().includes(displayId)))),
    ...groups.flatMap((group) => joinCandidate(refused, group)),
    ...publishCandidate(refused),
  ]
}

function joinCandidate({ view, actor }: Refused, group: Group): Candidate[] {
  const [admin] = listAdministrators(view, group.wId)
  if (actor === null || admin === undefined || actor.user.email === "") return []
  const { email, userCode } = actor.user
  const input = { email, group: group.displayId, ...(userCode !== "" && { userCode }) }
  return [
    {
      kind: "group_joined",
      facts: { user: nameOfUser(actor.user), groups: [lineage(view, group.gId)[0]?.displayId ?? group.displayId] },
      changes: [{ operation: "addUser", uId: admin.uId, input }],
    },
  ]
}

/** An update by somebody who sees the item publishes it to the caller (api.md section 6.5). */
function publishCandidate({ view, actor, datastore, item }: Refused): Candidate[] {
  if (actor === null || datastore === undefined || item === undefined) return []
  const action = findDefaultAction(datastore, "2")
  const runner = action && findRunner(view, datastore, action, item)
  if (runner === undefined) return []
  const application = view.expect("applications", datastore.pId).displayId
  const place = { application, datastore: datastore.displayId, itemId: item.iId }
  const accessKeyUpdates = { usersToPublish: [actor.uId] }
  return [
    {
      kind: "key_given",
      facts: { user: nameOfUser(actor.user), item: item.iId },
      changes: [
        {
          operation: "updateItem",
          uId: runner.uId,
          input: { ...place, isForceUpdate: true, item: {}, accessKeyUpdates },
        },
      ],
    },
  ]
}

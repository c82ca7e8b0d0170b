import { mayRunAction } from "../../access/index.ts"
import { type StatusMove, statusMovesFrom } from "../../fields/index.ts"
import { statusText } from "../../items/index.ts"
import { type RefusalCause, type SId, snakeCase } from "../../model/index.ts"
import type { Action, Datastore, Item } from "../../model/records/index.ts"
import type { ChangeCall } from "../tried-request.ts"
import type { Candidate, Refused } from "./move.ts"
import { findRunner, roleCandidates, senderCandidates } from "./people.ts"

/** Makes candidates for a request that its caller's rights, or the status of the item, do not allow. */
export function privilegeCandidates(refused: Refused, causes: readonly RefusalCause[]): Candidate[] {
  const found = causes.flatMap(({ kind, facts }): Candidate[] => {
    switch (kind) {
      case "action_role":
        return [...otherActions(refused), ...roleCandidates(refused, refused.action?.roles ?? [])]
      case "action_status":
        return [...otherActions(refused), ...statusCandidates(refused, (sId) => sId === refused.action?.statusId)]
      case "update_action":
        return [...roleCandidates(refused, rolesOfUpdates(refused)), ...statusCandidates(refused, () => true)]
      case "role": {
        const wanted = typeof facts.rule === "object" ? facts.rule : []
        const roles = refused.view.all("roles").filter(({ displayId }) => wanted.includes(displayId))
        return roleCandidates(
          refused,
          roles.map(({ rId }) => rId),
        )
      }
      case "administrator":
        return roleCandidates(refused, [])
      default:
        return []
    }
  })
  return [...found, ...senderCandidates(refused)]
}

/** Makes candidates for an action that is unknown, of another type, or missing. */
export const actionCandidates = (refused: Refused, { kind }: RefusalCause): Candidate[] =>
  kind === "action_unknown" || kind === "action_kind" || kind === "action_missing" ? otherActions(refused) : []

/** Returns candidates with other actions of the datastore: those that the caller may run come first. */
export function otherActions({ view, actor, operation, datastore, action, item, input }: Refused): Candidate[] {
  const property = ["actionId", "action"].find((name) => name in (operation?.input().shape ?? {}))
  if (actor === null || datastore === undefined || property === undefined) return []
  const kind = operation?.defaultAction ?? action?.crudType
  return datastore.actions
    .filter((one) => one.aId !== action?.aId && (kind === undefined || one.crudType === kind))
    .filter((one) => mayRunAction(view, actor, datastore, one) && offers(one, item))
    .map((one) => ({
      kind: "action_chosen",
      facts: { action: one.displayId, field: snakeCase(property) },
      edits: [{ path: [property], value: input[property] === action?.aId ? one.aId : one.displayId }],
    }))
}

const offers = ({ statusId }: Action, item: Item | undefined): boolean =>
  statusId === null || (item !== undefined && statusId === item.statusId)

const rolesOfUpdates = ({ datastore }: Refused) =>
  datastore?.actions.flatMap(({ crudType, roles }) => (crudType === "2" ? roles : [])) ?? []

/** Maximum number of actions that bring an item to another status. */
const MAX_MOVES = 3

/** Returns candidates that bring the item to a wanted status by the fewest actions. */
function statusCandidates(refused: Refused, isWanted: (sId: SId) => boolean): Candidate[] {
  const { datastore, item } = refused
  if (datastore === undefined || item === undefined) return []
  const seen = new Set<SId | null>([item.statusId])
  let paths: (readonly StatusMove[])[] = statusMovesFrom(datastore, item.statusId).map((move) => [move])
  for (let moves = 1; moves <= MAX_MOVES && paths.length > 0; moves += 1) {
    paths = paths.filter((path) => !seen.has(endOf(path)))
    const found = paths.filter((path) => isWanted(endOf(path)))
    if (found.length > 0) return found.slice(0, 2).flatMap((path) => statusCandidate(refused, datastore, item, path))
    for (const path of paths) seen.add(endOf(path))
    paths = paths.flatMap((path) => statusMovesFrom(datastore, endOf(path)).map((move) => [...path, move]))
  }
  return []
}

const endOf = (path: readonly StatusMove[]): SId => (path.at(-1) as StatusMove).sId

function statusCandidate(
  { view }: Refused,
  datastore: Datastore,
  item: Item,
  path: readonly StatusMove[],
): Candidate[] {
  const application = view.expect("applications", datastore.pId).displayId
  const place = { application, datastore: datastore.displayId, itemId: item.iId }
  const changes = path.flatMap(({ action }): ChangeCall[] => {
    const runner = findRunner(view, datastore, action, item)
    const input = { ...place, actionId: action.displayId, isForceUpdate: true }
    return runner === undefined ? [] : [{ operation: "executeAction", uId: runner.uId, input }]
  })
  if (changes.length < path.length) return []
  const action = path.map((move) => move.action.displayId)
  const facts = { item: item.iId, status: statusText(datastore, endOf(path)), action }
  return [{ kind: "status_changed", facts, changes }]
}

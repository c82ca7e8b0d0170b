import { mayRunAction } from "../../access/index.ts"
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

/** Returns a candidate that brings the item to a wanted status by the fewest actions. */
function statusCandidates({ view, datastore, item }: Refused, isWanted: (sId: SId) => boolean): Candidate[] {
  if (datastore === undefined || item === undefined) return []
  const seen = new Set<SId | null>([item.statusId])
  let reached: { readonly sId: SId | null; readonly actions: readonly Action[] }[] = [
    { sId: item.statusId, actions: [] },
  ]
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    const next = reached.flatMap(({ sId, actions }) => {
      const from = datastore.actions.filter(({ crudType, statusId, setStatus }) => {
        return crudType === "2" && (statusId === null || statusId === sId) && setStatus !== null && !seen.has(setStatus)
      })
      return from.map((action) => ({ sId: action.setStatus, actions: [...actions, action] }))
    })
    const found = next.filter(({ sId }) => sId !== null && isWanted(sId))
    if (found.length > 0)
      return found.slice(0, 2).flatMap((one) => statusCandidate(one.actions, datastore, item, one.sId))
    for (const { sId } of next) seen.add(sId)
    reached = next
  }
  return []

  function statusCandidate(actions: readonly Action[], of: Datastore, moved: Item, sId: SId | null): Candidate[] {
    const changes = actions.flatMap((action): ChangeCall[] => {
      const runner = findRunner(view, of, action, moved)
      const application = view.expect("applications", of.pId).displayId
      const place = { application, datastore: of.displayId, itemId: moved.iId }
      return runner === undefined
        ? []
        : [
            {
              operation: "executeAction",
              uId: runner.uId,
              input: { ...place, actionId: action.displayId, isForceUpdate: true },
            },
          ]
    })
    if (changes.length < actions.length) return []
    const names = actions.map(({ displayId }) => displayId)
    return [{ kind: "status_changed", facts: { item: moved.iId, status: statusText(of, sId), action: names }, changes }]
  }
}

import type { Actor } from "../access/actor.ts"
import { DomainError } from "../model/error.ts"
import type { AutoAction } from "../model/records/auto-action.ts"
import type { View } from "../state/view.ts"

/** An auto action as a path names it. */
export interface AutoActionPlace {
  /** ID of the auto action. */
  readonly autoId: string
}

/** It is a wrong parameter, not a missing target (api.md section 7.1). */
const invalidTarget = (message: string) => new DomainError("INVALID_PARAMS", "target", message)

/** An auto action of the actor's current workspace; those of others are unknown (api.md section 7.1). */
export function requireAutoAction(view: View, actor: Actor, { autoId }: AutoActionPlace): AutoAction {
  const auto = view.get("autoActions", autoId)
  if (auto === undefined || auto.wId !== actor.wId) throw invalidTarget(`not found auto_id: ${autoId}`)
  return auto
}

import type { Application } from "../records/application.ts"
import type { Group } from "../model/records/group.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { requireMayGrant, requireWorkspaceAdmin } from "./may.ts"
import { type ApplicationPlace, requireApplicationAt, requireGroup } from "./places.ts"

/** An application whose roles the caller may grant (api.md section 13). */
export function requireGrantableApplication(view: View, actor: Actor, place: ApplicationPlace): Application {
  const application = requireApplicationAt(view, actor, place)
  requireMayGrant(view, actor, application.pId)
  return application
}

/** A group whose roles the caller may change: that takes the workspace's administration (api.md section 13). */
export function requireGroupToGrant(view: View, actor: Actor, { group }: { readonly group: string }): Group {
  const found = requireGroup(view, actor, group)
  requireWorkspaceAdmin(actor)
  return found
}

import type { Actor } from "../access/actor.ts"
import { type ApplicationPlace, findApplication, findRole } from "../access/places.ts"
import { invalidParams } from "../model/error.ts"
import { isInWorkspace } from "../groups/membership.ts"
import type { Application } from "../records/application.ts"
import type { Role } from "../model/records/role.ts"
import type { User } from "../model/records/user.ts"
import type { View } from "../state/view.ts"

/** A role of an application, both by internal or display ID. */
export interface RoleReference extends ApplicationPlace {
  /** The role, by its ID or display ID. */
  readonly role: string
}

/** An application named by a grant; an unknown one is a wrong parameter here, not a missing place (api.md section 13). */
export function requireGrantedApplication(view: View, actor: Actor, reference: string): Application {
  const application = findApplication(view, actor, reference)
  if (application === undefined) throw invalidParams(`unknown application: ${reference}`)
  return application
}

export function requireRole(view: View, application: Application, reference: string): Role {
  const role = findRole(view, application, reference)
  if (role === undefined) throw invalidParams(`unknown role: ${reference}`)
  return role
}

/** A user of the caller's workspace. */
export function requireColleague(view: View, actor: Actor, uId: string): User {
  const user = view.get("users", uId)
  if (user === undefined || !isInWorkspace(user, actor.wId)) throw invalidParams(`unknown user: ${uId}`)
  return user
}

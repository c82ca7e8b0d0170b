import { lineage, nameOfUser, rolesOfUser } from "../access/index.ts"
import type { ExplainedFact, FactName, Facts } from "../model/index.ts"
import type { User } from "../model/records/index.ts"
import type { Scope } from "./scope.ts"

/**
 * Returns the caller's roles in the request's application, and the groups through which the caller has them, as `SALES (MEMBER)`. Roles
 * that no group names were given directly.
 */
export function rolesFor({ view, actor, application }: Scope): Facts {
  if (actor === null) return {}
  if (application === undefined) return { user: nameOfUser(actor.user) }
  const above = new Set(actor.ownGroups.flatMap((gId) => lineage(view, gId)))
  const groups = [...above].flatMap(({ displayId, roles }) => {
    const names = roles.flatMap((rId) => {
      const role = view.get("roles", rId)
      return role?.pId === application.pId ? [role.displayId] : []
    })
    return names.length === 0 ? [] : [`${displayId} (${names.join(", ")})`]
  })
  return { ...rolesOfUser(view, actor, application.pId), groups }
}

/** Returns a user as `world.as` and the property `as` of a request take it. */
export const referenceTo = ({ email, userCode, uId }: User): string =>
  email === "" ? uId : userCode === "" ? email : `${email}#${userCode}`

export const listFacts = (facts: Facts): ExplainedFact[] =>
  Object.entries(facts).map(([name, value]) => ({ name: name as FactName, value }))

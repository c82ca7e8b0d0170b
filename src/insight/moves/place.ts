import { findApplication } from "../../access/index.ts"
import { type FactName, type FactValue, nearest, type RefusalCause } from "../../model/index.ts"
import type { Candidate, Refused } from "./move.ts"
import { roleCandidates, workspaceCandidate } from "./people.ts"

/** Makes candidates for a request whose application, datastore or group is missing or hidden. */
export function placeCandidates(refused: Refused, causes: readonly RefusalCause[]): Candidate[] {
  return [...causes.flatMap((cause) => byCause(refused, cause)), ...(causes.length === 0 ? byName(refused) : [])]
}

function byCause(refused: Refused, { kind, facts }: RefusalCause): Candidate[] {
  switch (kind) {
    case "no_workspace":
      return workspaceCandidate(refused)
    case "application_elsewhere":
      return workspaceCandidate(refused, refused.datastore?.wId ?? workspaceOf(refused))
    case "application_unknown":
      return namedCandidates("application", facts.application)
    case "datastore_unknown":
      return namedCandidates("datastore", facts.datastore)
    case "datastore_hidden":
      return roleCandidates(refused, refused.datastore?.roles ?? [])
    default:
      return []
  }
}

function workspaceOf({ view, input, actor }: Refused) {
  const { application: reference } = input
  if (typeof reference !== "string" || actor === null) return undefined
  const others = actor.user.memberships.map(({ wId }) => ({ ...actor, wId }))
  return others.map((other) => findApplication(view, other, reference)).find((found) => found !== undefined)?.wId
}

/** Returns a candidate with a similar name, which a cause has as its hint. */
const namedCandidates = (property: FactName, hint: FactValue | undefined): Candidate[] =>
  typeof hint === "string" ? [sentValue(property, hint)] : []

const sentValue = (property: string, value: string): Candidate => ({
  kind: "value_sent",
  facts: { field: property, value },
  edits: [{ path: [property], value }],
})

/** Returns candidates with similar names of groups and roles, for refusals without a cause. */
function byName({ view, input, actor }: Refused): Candidate[] {
  const tables = { group: "groups", role: "roles" } as const
  return Object.entries(tables).flatMap(([property, table]) => {
    const given = input[property]
    if (typeof given !== "string") return []
    const names = view.all(table).flatMap((one) => (one.wId === actor?.wId ? [one.displayId] : []))
    const similar = nearest(given, names)
    return similar === undefined || similar === given ? [] : [sentValue(property, similar)]
  })
}

import {
  type Actor,
  actorOfCaller,
  type Caller,
  type Engine,
  findToken,
  placeNotFound,
  requireApplication,
  requireApplicationAdmin,
  requireApplicationRole,
  requireCurrentWorkspace,
  requireDatastore,
  requireGroup,
  requireGroupAdmin,
  requireKnownWorkspace,
  requireWorkspaceAdmin,
  type UId,
  type View,
} from "../../src/inside.ts"
import type { Row } from "../contract/row.ts"
import type { Entry, EntryChecks } from "./handler.ts"
import type { RequestHeaders } from "./pipeline.ts"

type Params = Readonly<Record<string, string>>

/** The token of an Authorization header; null without one that is well formed. */
export const bearer = (headers: RequestHeaders): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null

/** The user of the request, as the row asks for one; null where nobody needs to be known. Refuses with 401. */
export function authenticate(engine: Engine, row: Row, headers: RequestHeaders): UId | null {
  if (row.auth === "public") return null
  const header = headers.get("authorization")
  if (row.auth === "optional" && header === null) return null
  return findToken(engine.view(), header === null ? undefined : (bearer(headers) ?? "")).uId
}

/** The steps place and privilege (errors.md section 2): what the row names, then what the operation adds. */
export function checkEntry(caller: Caller, row: Row, handler: EntryChecks, params: Params): void {
  if (row.place === undefined && row.privilege === undefined && handler.enter === undefined) return
  const view = caller.engine.view()
  const actor = actorOfCaller(view, caller)
  const pId = findPlace(view, actor, row, params)
  checkPrivilege(view, actor, row, params, pId)
  handler.enter?.({ view, actor, params })
}

/** The same for an operation whose place is in its body or form. */
export function checkBodyEntry(
  caller: Caller,
  handler: EntryChecks,
  params: Params,
  body: Readonly<Record<string, unknown>>,
): void {
  const view = caller.engine.view()
  const entry: Entry = { view, actor: actorOfCaller(view, caller), params }
  handler.enterBody?.(entry, body)
}

/** Refuses with what comes before faulty parameters, if anything does (errors.md section 2). */
export async function checkForbidden(
  caller: Caller,
  { forbid }: EntryChecks,
  params: Params,
  body: () => Promise<unknown>,
): Promise<void> {
  if (forbid === undefined) return
  const given = await body().catch(() => null)
  const view = caller.engine.view()
  const members = typeof given === "object" ? (given as Readonly<Record<string, unknown>> | null) : null
  forbid({ view, actor: actorOfCaller(view, caller), params }, members)
}

const applicationOf = (params: Params): string | undefined => params["app-id"] ?? params["project-id"]

const groupOf = (params: Params): string | undefined => params["group-id"] ?? params["parent-group-id"]

/** Refuses a missing container; answers the application it lies in, if any. */
function findPlace(view: View, actor: Actor, row: Row, params: Params): string | null {
  switch (row.place) {
    case "workspace":
      requireKnownWorkspace(view, actor, params["workspace-id"] ?? "")
      return null
    case "application":
      return requireApplication(view, actor, applicationOf(params) ?? "").pId
    case "datastore":
      return requireDatastore(view, actor, {
        application: applicationOf(params),
        datastore: params["datastore-id"] ?? "",
      }).pId
    case "group": {
      const workspace = params["workspace-id"]
      if (workspace !== undefined && workspace !== actor.wId) throw placeNotFound(`workspace not found: ${workspace}`)
      const group = groupOf(params)
      if (group === undefined) requireCurrentWorkspace(view, actor)
      else requireGroup(view, actor, group)
      return null
    }
    default:
      return null
  }
}

function checkPrivilege(view: View, actor: Actor, row: Row, params: Params, pId: string | null): void {
  if (row.privilege === "workspaceAdmin") requireWorkspaceAdmin(actor)
  if (row.privilege === "groupAdmin") requireGroupAdmin(actor, requireGroup(view, actor, groupOf(params) ?? ""))
  if (row.privilege === "applicationAdmin") requireApplicationAdmin(view, actor, pId ?? "")
  if (row.privilege === "applicationRole") requireApplicationRole(view, actor, pId ?? "")
}

import { requireWritableApplication } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { removeApplication } from "../../items/index.ts"
import { applicationPlace } from "../places.ts"

/** Deletes an application with its datastores, reports, auto actions, saved lists and roles. (api.md section 23) */
export const deleteProject = command({
  name: "DeleteProject",
  summary: "Deletes an application with everything in it",
  input: applicationPlace,
  place: ["application"],
  authorize: requireWritableApplication,
  execute(tx, { principal, granted: application }): void {
    removeApplication(tx, application, principal.uId)
  },
})

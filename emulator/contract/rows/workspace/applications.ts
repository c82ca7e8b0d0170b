import * as z from "zod"
import { row } from "../../row.ts"
import { answer, anyObject, body, displayId, internalId, lazy, names, namesInput, optionalId } from "../../shapes.ts"
import { roleMembers } from "./role-shapes.ts"

/** An application as GetApplicationOfDatastore answers it. */
const application = lazy(() =>
  answer({ p_id: internalId(), workspace_id: internalId(), name: z.string(), display_id: displayId() }),
)

/** api.md section 14: applications. */
export const applicationRows = {
  getApplicationsAndDatastores: row({
    method: "get",
    paths: ["/workspaces/:workspace-id/applications"],
    tag: "applications",
    summary: "The applications and datastores that the caller's roles show",
    auth: "token",
    answer: lazy(() =>
      z.array(
        answer({
          application_id: internalId(),
          name: z.string(),
          display_id: displayId(),
          datastores: z.array(
            answer({ datastore_id: internalId(), name: z.string(), display_id: displayId().optional() }),
          ),
        }),
      ),
    ),
    source: "docs",
  }),
  createApplication: row({
    method: "post",
    paths: ["/applications"],
    tag: "applications",
    summary: "Make an application in the current workspace",
    auth: "token",
    body: lazy(() => body({ name: namesInput(), tp_id: optionalId() })),
    answer: lazy(() => answer({ project_id: internalId() })),
    source: "client",
  }),
  getApplicationSettings: row({
    method: "get",
    paths: ["/applications/:project-id/setting"],
    tag: "applications",
    summary: "An application with its roles and datastores",
    auth: "token",
    answer: lazy(() =>
      answer({
        id: internalId(),
        application_id: internalId(),
        workspace_id: internalId(),
        name: z.string(),
        display_id: displayId(),
        names: names(),
        roles: z.array(answer(roleMembers())),
        datastores: z.array(answer({ datastore_id: internalId(), name: z.string(), display_id: displayId() })),
      }),
    ),
    source: "client",
  }),
  getApplicationOfDatastore: row({
    method: "get",
    paths: ["/applications/datastores/:datastore-id"],
    tag: "applications",
    summary: "The application of a datastore",
    auth: "token",
    answer: application,
    source: "client",
  }),
  getApplicationAndDatastore: row({
    method: "get",
    paths: ["/applications/datastore/:datastore-id"],
    tag: "applications",
    summary: "A datastore together with its application",
    auth: "token",
    answer: lazy(() =>
      answer({
        project: application(),
        datastore: answer({ d_id: internalId(), p_id: internalId(), name: z.string(), display_id: displayId() }),
      }),
    ),
    source: "client",
  }),
  executeFunction: row({
    method: "post",
    paths: ["/applications/:project-id/functions/:function-id"],
    tag: "applications",
    summary: "Run a stored function of an application",
    auth: "token",
    body: lazy(() => anyObject()),
    answer: lazy(() => z.unknown()),
    errors: { script: {} },
    source: "client",
  }),
} as const

import * as z from "zod"
import { roleMembers } from "../rows/workspace/role-shapes.ts"
import { answer, displayId, internalId, lazy, names } from "../shapes.ts"

/** An application as GetApplicationOfDatastore answers it. */
const application = lazy(() =>
  answer({ p_id: internalId(), workspace_id: internalId(), name: z.string(), display_id: displayId() }),
)

/** The answer of GetApplicationSettings. */
export const applicationSettingsAnswer = lazy(() =>
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
)

/** The answer of GetApplicationOfDatastore. */
export const applicationAnswer = application

/** The answer of GetApplicationAndDatastore. */
export const applicationAndDatastoreAnswer = lazy(() =>
  answer({
    project: application(),
    datastore: answer({ d_id: internalId(), p_id: internalId(), name: z.string(), display_id: displayId() }),
  }),
)

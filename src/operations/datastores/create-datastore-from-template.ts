import * as z from "zod"
import { requireWritableApplication } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { makeSeedDatastore, requireRoomForDatastore, SEED } from "../../fields/index.ts"
import { invalidParams } from "../../model/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import { applicationPlace } from "../places.ts"

/** Adds a datastore with a text field, a status field and the default actions to an application. (api.md section 23) */
export const createDatastoreFromTemplate = command({
  name: "CreateDatastoreFromTemplate",
  summary: "Creates a datastore from the built-in template",
  input: () => ({ ...applicationPlace(), template: z.string().describe(`Name of the template: ${SEED}`) }),
  place: ["application"],
  authorize: requireWritableApplication,
  execute(tx, { granted: application }, { template }): Datastore {
    if (template !== SEED) throw invalidParams(`template_name: expected ${SEED}, received ${template}`)
    requireRoomForDatastore(tx, application)
    return makeSeedDatastore(tx, application)
  },
  answer: ({ dId, displayId }) => ({ dId, displayId }),
})

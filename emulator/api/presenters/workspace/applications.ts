import type * as z from "zod"
import {
  type Application,
  type ApplicationAndDatastore,
  type ApplicationSettings,
  type Lang,
  nameIn,
} from "../../../../src/inside.ts"
import type {
  applicationAndDatastoreAnswer,
  applicationAnswer,
  applicationSettingsAnswer,
} from "../../../contract/workspace-shapes/applications.ts"
import { presentNames } from "../../../presenters/names.ts"
import { presentRoles } from "./setting-roles.ts"

/** The answer of GetApplicationSettings (api.md section 14). */
export const presentApplicationSettings = ({
  application,
  roles,
  datastores,
  lang,
}: ApplicationSettings): z.input<ReturnType<typeof applicationSettingsAnswer>> => ({
  id: application.pId,
  application_id: application.pId,
  workspace_id: application.wId,
  name: nameIn(application.name, lang),
  display_id: application.displayId,
  names: presentNames(application.name),
  roles: presentRoles(roles),
  datastores: datastores.map((datastore) => ({
    datastore_id: datastore.dId,
    name: nameIn(datastore.name, lang),
    display_id: datastore.displayId,
  })),
})

/** The answer of GetApplicationOfDatastore. */
export const presentApplication = (
  { pId, wId, name, displayId }: Application,
  lang: Lang,
): z.input<ReturnType<typeof applicationAnswer>> => ({
  p_id: pId,
  workspace_id: wId,
  name: nameIn(name, lang),
  display_id: displayId,
})

/** The answer of GetApplicationAndDatastore. */
export const presentApplicationAndDatastore = ({
  application,
  datastore,
  lang,
}: ApplicationAndDatastore): z.input<ReturnType<typeof applicationAndDatastoreAnswer>> => ({
  project: presentApplication(application, lang),
  datastore: {
    d_id: datastore.dId,
    p_id: datastore.pId,
    name: nameIn(datastore.name, lang),
    display_id: datastore.displayId,
  },
})

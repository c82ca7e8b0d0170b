import type * as z from "zod"
import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { Application } from "../../../../src/model/records/index.ts"
import type { ApplicationAndDatastore, ApplicationSettings } from "../../../../src/operations/index.ts"
import type {
  applicationAndDatastoreAnswer,
  applicationAnswer,
  applicationSettingsAnswer,
} from "../../contract/workspace-shapes/applications.ts"
import { presentNames } from "../names.ts"
import { presentRoles } from "./setting-roles.ts"

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

export const presentApplication = (
  { pId, wId, name, displayId }: Application,
  lang: Lang,
): z.input<ReturnType<typeof applicationAnswer>> => ({
  p_id: pId,
  workspace_id: wId,
  name: nameIn(name, lang),
  display_id: displayId,
})

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

import type * as z from "zod"
import { nameIn } from "../../../../src/model/index.ts"
import type { DatastoreList, DatastoreSettings } from "../../../../src/operations/index.ts"
import type { datastoreSettingsAnswer, datastoresAnswer } from "../../contract/workspace-shapes/datastores.ts"
import { presentNames } from "../names.ts"
import { presentFieldDefinition, presentLayout } from "./field-definition.ts"
import { presentListedRoles } from "./setting-roles.ts"

/** Builds the response of GetDatastores. All flags are false, as deletion and import finish within a request. */
export const presentDatastores = ({ datastores, lang }: DatastoreList): z.input<ReturnType<typeof datastoresAnswer>> =>
  datastores.map(({ dId, name, displayId }) => ({
    datastore_id: dId,
    name: nameIn(name, lang),
    display_id: displayId,
    deleted: false,
    imported: false,
    uploading: false,
  }))

export const presentDatastoreSettings = ({
  datastore,
  fields,
  roles,
  lang,
}: DatastoreSettings): z.input<ReturnType<typeof datastoreSettingsAnswer>> => ({
  id: datastore.dId,
  w_id: datastore.wId,
  p_id: datastore.pId,
  names: presentNames(datastore.name),
  display_id: datastore.displayId,
  fields: fields.map((field) => presentFieldDefinition(field, lang)),
  field_layout: fields.map(presentLayout),
  roles: presentListedRoles(roles, datastore.roles, (can_use) => ({ can_use })),
  statuses: datastore.statuses.map(({ sId, displayId, name }) => ({
    id: sId,
    display_id: displayId,
    names: presentNames(name),
  })),
})

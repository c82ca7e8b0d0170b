import { datastoreParams } from "../../../../emulator/testing/kit/commands/params.ts"
import type { Model } from "../../../../emulator/testing/kit/model/model.ts"
import type { KitDatastore, KitField, KitGroup, KitSchema } from "../../../../emulator/testing/kit/schema.ts"

export const groupAt = (model: Model, nth: number): KitGroup => {
  const groups = [...model.groups.values()]
  return groups[nth % groups.length] as KitGroup
}

export const roleAt = (model: Model, nth: number) => {
  const role = model.schema.roles[nth % model.schema.roles.length] as KitSchema["roles"][number]
  const [application = "", displayId = ""] = role.path.split(":")
  return { ...role, application, displayId }
}

export const fieldParams = (datastore: KitDatastore, field: KitField) => ({
  ...datastoreParams(datastore),
  "field-id": field.displayId,
})

import { FIELD_IN, presentSettings } from "../../../src/model/settings/index.ts"
import { table } from "../../api/index.ts"
import { clientType } from "../items/near.ts"
import { root } from "../root.ts"

/** Roots on fields (graphql.md section 3.6). */
export const fieldsRoots = {
  datastoreGetFields: root(table.getDatastoreFields, {
    answer({ datastore, fields }, call) {
      const { view, actor } = call
      const { fields: definitions, field_layout } = call.present()
      const shown = fields.map((field) => {
        const dataType = clientType(view, actor, datastore.pId, field)
        const { dslookup_info, ...definition } = definitions[field.fId] ?? {}
        // The client looks up the datastore that `dslookup_info` names, and throws if it does not know it.
        return [field.fId, { ...definition, dataType, ...(dataType === "dslookup" && { dslookup_info }) }] as const
      })
      return { fields: Object.fromEntries(shown), field_layout }
    },
  }),
  datastoreGetFieldSettings: root(table.getFieldSettings, {
    answer({ datastore, field }, call) {
      const { roles, ...settings } = call.present()
      return {
        ...settings,
        value: null,
        dataType: clientType(call.view, call.actor, datastore.pId, field),
        ...presentSettings(FIELD_IN.optionalDefinition, field),
        roles: roles.map((role) => ({ ...role, project_id: datastore.pId, can_execute: role.can_use })),
      }
    },
  }),
  datastoreGetFieldAutoNumber: root(table.getAutoNumber, {
    answer: (_, call) => ({ ...call.present(), errors: null }),
  }),
  datastoreCreateField: root(table.createField),
}

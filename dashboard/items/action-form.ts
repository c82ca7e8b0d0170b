import type { Person } from "../api/person.ts"
import { appearanceOf } from "../parts/fields/data-types.ts"
import type { Draft, Field } from "../parts/fields/field.ts"
import type { FieldRule } from "../parts/fields/form.tsx"
import type { Datastore } from "./datastore.ts"
import { fieldSettingsOf, isSingleUser } from "./field-settings.ts"

export interface ActionForm {
  readonly fields: readonly Field[]
  readonly rules: ReadonlyMap<string, FieldRule>
  readonly first: ReadonlyMap<string, Draft>
  /** Display IDs of the fields that contain at most one user. */
  readonly singles: ReadonlySet<string>
}

/** Reads the fields of an action, with their rules and initial values (GetInputFields). */
export async function formOf(
  person: Person,
  datastore: Datastore,
  action: string,
  signal?: AbortSignal,
): Promise<ActionForm> {
  const answer = await person.look.getInputFields({
    params: { "datastore-id": datastore.d_id, "action-id": action },
    ...(signal === undefined ? {} : { signal }),
  })
  const fields = Object.values(answer.action_fields).sort((left, right) => left.fieldIndex - right.fieldIndex)
  const settings = new Map(Object.values(answer.action_field_settings).map((setting) => [setting.field_id, setting]))
  const rules = fields.flatMap(({ field_id, display_id }) => {
    const rule = settings.get(field_id)
    return rule === undefined ? [] : [[display_id, rule] as const]
  })
  const users = fields.filter((field) => appearanceOf(field).control === "users").map(({ display_id }) => display_id)
  const all = users.length === 0 ? undefined : await fieldSettingsOf(datastore, signal)
  const singles = users.filter((display_id) => isSingleUser(all?.get(display_id)))
  const first = fields.flatMap(({ display_id, selected, options }) => {
    const option = options?.find(({ option_id }) => option_id === selected)
    return option === undefined ? [] : [[display_id, option.display_id] as const]
  })
  return { fields, rules: new Map(rules), first: new Map(first), singles: new Set(singles) }
}

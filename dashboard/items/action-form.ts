import type { Person } from "../api/person.ts"
import type { Draft, Field } from "../parts/fields/field.ts"
import type { FieldRule } from "../parts/fields/form.tsx"
import type { Datastore } from "./datastore.ts"

export interface ActionForm {
  readonly fields: readonly Field[]
  readonly rules: ReadonlyMap<string, FieldRule>
  /** What is chosen before anybody chose. */
  readonly first: ReadonlyMap<string, Draft>
}

/** The fields that an action shows, how it treats them, and what they begin with (GetInputFields). */
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
  const first = fields.flatMap(({ display_id, selected, options }) => {
    const option = options?.find(({ option_id }) => option_id === selected)
    return option === undefined ? [] : [[display_id, option.display_id] as const]
  })
  return { fields, rules: new Map(rules), first: new Map(first) }
}

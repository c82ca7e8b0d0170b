import type { WireClient } from "../../wire-client.ts"
import { asId } from "../natural-answers.ts"
import type { ItemReader } from "../read-items.ts"
import { asDataType, readField } from "../seen/seen-settings.ts"
import type { FlatOperations } from "../words.ts"
import { fieldBody, newOptionBody } from "./wire-settings.ts"

type FieldsName =
  | "getDatastoreFields"
  | "getFieldSettings"
  | "createField"
  | "updateField"
  | "deleteField"
  | "createFieldOptions"
  | "updateFieldOptions"
  | "deleteFieldOptions"
  | "updateAutoNumber"
  | "getAutoNumber"

interface FieldPlace {
  readonly application?: string | undefined
  readonly datastore: string
  readonly field: string
}

/** Fields, their options and numbers in flat words (api.md sections 16 and 19). */
export function flatFields(api: WireClient, items: ItemReader): Pick<FlatOperations, FieldsName> {
  const fieldAt = async (place: FieldPlace) => ({ ...(await items.params(place)), "field-id": place.field })

  return {
    async getDatastoreFields(place) {
      const { fields } = await api.getDatastoreFields({ params: await items.params(place) })
      return { fields: Object.values(fields).map(readField) }
    },

    async getFieldSettings(place) {
      const field = await api.getFieldSettings({ params: await fieldAt(place), query: { with_options: true } })
      return {
        fId: asId(field.field_id),
        displayId: field.display_id,
        dataType: asDataType(field.data_type),
        asTitle: field.as_title,
        unique: field.unique,
        search: field.search,
        showList: field.show_list,
        fullText: field.full_text,
        hideOnInput: field.hide_on_input,
        minValue: field.min_value ?? "",
        maxValue: field.max_value ?? "",
        ...(field.options === undefined
          ? {}
          : {
              options: field.options.map(({ o_id, display_id, enabled }) => ({
                oId: asId(o_id),
                displayId: display_id,
                enabled,
              })),
            }),
      }
    },

    async createField({ settings, ...place }) {
      const { dataType, name } = settings
      const body = { ...fieldBody(settings), dataType, name }
      const made = await api.createField({ params: await items.params(place), body })
      return {
        fId: asId(made.field_id),
        displayId: made.display_id,
        dataType: asDataType(made.dataType ?? dataType),
      }
    },

    async updateField({ settings, ...place }) {
      await api.updateField({ params: await fieldAt(place), body: fieldBody(settings) })
    },

    async deleteField(place) {
      await api.deleteField({ params: await fieldAt(place) })
    },

    async createFieldOptions({ options, ...place }) {
      await api.createFieldOptions({ params: await fieldAt(place), body: { options: options.map(newOptionBody) } })
    },

    async updateFieldOptions({ options, ...place }) {
      const body = { options: options.map((option) => ({ ...newOptionBody(option), o_id: option.oId })) }
      await api.updateFieldOptions({ params: await fieldAt(place), body })
    },

    async deleteFieldOptions({ options, ...place }) {
      await api.deleteFieldOptions({ params: await fieldAt(place), body: { o_ids: [...options] } })
    },

    async updateAutoNumber({ autoNum, branchKey, ...place }) {
      const body = { auto_num: autoNum, branch_key: branchKey }
      const { result } = await api.updateAutoNumber({ params: await fieldAt(place), body })
      return { value: result.value, text: result.number }
    },

    async getAutoNumber({ branchKey, zeroPadding, digit, ...place }) {
      const query = { branch_key: branchKey, zero_padding: zeroPadding, digit }
      const { result } = await api.getAutoNumber({ params: await fieldAt(place), query })
      return { value: result.number, text: result.value }
    },
  }
}

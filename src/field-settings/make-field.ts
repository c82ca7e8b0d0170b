import type { Actor } from "../access/actor.ts"
import { invalidParams } from "../model/error.ts"
import { isDataType, kindOf } from "../fields/types/registry.ts"
import type { Datastore } from "../records/datastore.ts"
import type { AnyField, DataType, Field, Layout } from "../model/records/field.ts"
import { MEMBER } from "../model/records/role.ts"
import { requireRoleList } from "../roles/require-role-list.ts"
import type { Tx } from "../state/tx.ts"
import { changeField } from "../fields/settings/make-field.ts"
import type { NewField } from "./field-input.ts"
import { putField } from "../fields/settings/put-field.ts"

/**
 * A new field, the last of its datastore (api.md section 16, CreateField). Unless told otherwise its display ID is generated, ADMIN and
 * MEMBER see it (model.md section 3), it is searched and listed, and its type is set up as model.md section 5.1 says. Items have no
 * value of it, unless it is computed.
 */
export function makeField(tx: Tx, actor: Actor, datastore: Datastore, input: NewField): Field {
  const dataType = requireDataType(input.dataType)
  const { pId, fields } = datastore
  const blank: AnyField = {
    fId: tx.newId(),
    displayId: input.displayId ?? tx.newDisplayId("Fld-"),
    name: {},
    search: true,
    showList: true,
    asTitle: false,
    titleOrder: 0,
    status: false,
    fieldIndex: fields.length,
    fullText: false,
    unique: false,
    minValue: "",
    maxValue: "",
    hideOnInput: false,
    hideFromApi: false,
    hasIndex: false,
    roles: requireRoleList(tx, pId, [MEMBER]),
    layout: belowAll(fields),
  }
  // Options are made here: the IDs that a copied list of them has are those of others.
  const options = input.options?.map((option) => (option.oId === undefined ? option : { ...option, oId: undefined }))
  const made = { ...blank, ...kindOf({ dataType }).settings.blank(dataType) }
  const field = changeField(tx, actor, datastore, made, { ...input, options })
  putField(tx, datastore, undefined, field)
  return field
}

function requireDataType(name: string): DataType {
  if (!isDataType(name)) throw invalidParams(`unknown dataType: ${name}`)
  if (kindOf({ dataType: name }).origin.from === "status") throw invalidParams(`a field of type ${name} can't be made`)
  return name
}

const belowAll = (fields: readonly Field[]): Layout => ({
  sizeX: 1,
  sizeY: 1,
  col: 0,
  row: Math.max(0, ...fields.map(({ layout }) => layout.row + layout.sizeY)),
})

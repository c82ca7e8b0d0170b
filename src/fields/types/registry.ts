import type { DataType, Field, Lookup } from "../../model/records/index.ts"
import { autonum } from "./autonum.ts"
import { calc } from "./calc.ts"
import { checkbox } from "./checkbox.ts"
import { date } from "./date.ts"
import { datetime } from "./datetime.ts"
import { decoration } from "./decoration.ts"
import { lookupType } from "./dslookup.ts"
import type { FieldType } from "./field-type.ts"
import { file } from "./file.ts"
import { number } from "./number.ts"
import { select } from "./select.ts"
import { status } from "./status.ts"
import { text } from "./text.ts"
import { time } from "./time.ts"
import { users } from "./users.ts"

const FIELD_TYPES: { readonly [T in DataType]: FieldType<T> } = {
  text,
  textarea: text,
  number,
  calc,
  autonum,
  datetime,
  date,
  time,
  select,
  radio: select,
  checkbox,
  users,
  file,
  dslookup: lookupType(fieldTypeOf),
  status,
  label: decoration,
  separator: decoration,
}

export function fieldTypeOf({ dataType }: Pick<Field, "dataType">): FieldType {
  return FIELD_TYPES[dataType]
}

export const isDataType = (name: string): name is DataType => Object.hasOwn(FIELD_TYPES, name)

export const DATA_TYPES: readonly DataType[] = Object.keys(FIELD_TYPES).filter(isDataType)

export const holdsValues = (field: Pick<Field, "dataType">): boolean => fieldTypeOf(field).origin.from !== "nowhere"

/** Returns a lookup field's target. Returns undefined for other fields and for deleted targets. */
export function lookupOf(field: Field): Lookup | undefined {
  const { names } = fieldTypeOf(field)
  return names?.what === "items" ? names.lookup(field) : undefined
}

import type { DataType, Field, Lookup } from "../../model/records/field.ts"
import { autonum } from "./autonum.ts"
import { calc } from "./calc.ts"
import { checkbox } from "./checkbox.ts"
import { date } from "./date.ts"
import { datetime } from "./datetime.ts"
import { decoration } from "../kinds/decoration.ts"
import { lookupKind } from "./dslookup.ts"
import { file } from "./file.ts"
import type { Kind } from "./field-type.ts"
import { number } from "./number.ts"
import { select } from "./select.ts"
import { status } from "./status.ts"
import { text } from "./text.ts"
import { time } from "./time.ts"
import { users } from "./users.ts"

const KINDS: { readonly [T in DataType]: Kind<T> } = {
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
  dslookup: lookupKind(kindOf),
  status,
  label: decoration,
  separator: decoration,
}

/** What the field's data type does with its values. */
export function kindOf({ dataType }: Pick<Field, "dataType">): Kind {
  return KINDS[dataType]
}

export const isDataType = (name: string): name is DataType => Object.hasOwn(KINDS, name)

/** The data types by name. */
export const DATA_TYPES: readonly DataType[] = Object.keys(KINDS).filter(isDataType)

/** Whether items can have a value of the field: decoration has none. */
export const holdsValues = (field: Pick<Field, "dataType">): boolean => kindOf(field).origin.from !== "nowhere"

/** Which items the field's values name, when they name items that are there. */
export function lookupOf(field: Field): Lookup | undefined {
  const { names } = kindOf(field)
  return names?.what === "items" ? names.lookup(field) : undefined
}

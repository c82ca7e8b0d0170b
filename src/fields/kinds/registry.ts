import type { DataType, Field, StoredValue } from "../../records/field.ts"
import type { Item } from "../../records/item.ts"
import { autonum } from "./autonum.ts"
import { calc } from "./calc.ts"
import { checkbox } from "./checkbox.ts"
import { date } from "./date.ts"
import { datetime } from "./datetime.ts"
import { decoration } from "./decoration.ts"
import { dslookup } from "./dslookup.ts"
import { file } from "./file.ts"
import type { Kind } from "./kind.ts"
import { number } from "./number.ts"
import { select } from "./select.ts"
import { status } from "./status.ts"
import { text } from "./text.ts"
import { time } from "./time.ts"
import { users } from "./users.ts"

/**
 * What each data type does with its values. A function, because lookups write out values of other kinds.
 */
export const kindOf = ({ dataType }: Pick<Field, "dataType">): Kind => kinds()[dataType]

/** An item's stored value of a field, its status for the status field; undefined when empty. */
export const valueIn = (item: Pick<Item, "values" | "statusId">, field: Field): StoredValue | undefined =>
  field.dataType === "status" ? (item.statusId ?? undefined) : item.values[field.fId]

let table: Readonly<Record<DataType, Kind>> | undefined

function kinds(): Readonly<Record<DataType, Kind>> {
  table ??= {
    text: text as Kind,
    textarea: text as Kind,
    number: number as Kind,
    calc: calc as Kind,
    autonum: autonum as Kind,
    datetime: datetime as Kind,
    date: date as Kind,
    time: time as Kind,
    select: select as Kind,
    radio: select as Kind,
    checkbox: checkbox as Kind,
    users: users as Kind,
    file: file as Kind,
    dslookup: dslookup as Kind,
    status: status as Kind,
    label: decoration as Kind,
    separator: decoration as Kind,
  }
  return table
}

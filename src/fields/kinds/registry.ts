import type { DataType, Field } from "../../records/field.ts"
import { autonum } from "./autonum.ts"
import { calc } from "./calc.ts"
import { checkbox } from "./checkbox.ts"
import { date } from "./date.ts"
import { datetime } from "./datetime.ts"
import { decoration } from "./decoration.ts"
import { lookupKind } from "./dslookup.ts"
import { file } from "./file.ts"
import type { Kind } from "./kind.ts"
import { number } from "./number.ts"
import { select } from "./select.ts"
import { status } from "./status.ts"
import { text } from "./text.ts"
import { time } from "./time.ts"
import { users } from "./users.ts"

const KINDS: Readonly<Record<DataType, Kind>> = {
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

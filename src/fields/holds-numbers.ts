import type { Field, NumberSettings } from "../model/records/field.ts"

/** Whether the values of a field are numbers. */
export const holdsNumbers = (field: Field): field is Field & NumberSettings => "numInfo" in field

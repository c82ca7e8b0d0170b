import type { DataType } from "../../../src/model/records/field.ts"

/** Types of input elements. */
export type InputType = "text" | "number" | "date" | "datetime" | "time"

/** Form control for a field's value. With `none`, users can't write the field. */
export type Control = InputType | "textarea" | "options" | "checks" | "users" | "files" | "lookup" | "none"

interface Appearance {
  readonly control: Control
  /** Form for a condition: one string, the ends of a range, or one of the options. With `none`, the field can't be searched. */
  readonly search: "text" | "range" | "options" | "none"
  /** Width of the column in lists, in pixels. */
  readonly width: number
  readonly align?: "end"
  /** Whether the control fits into a cell of a list. */
  readonly isEditedInCell?: true
}

const WIDTH = 130

/** The appearance of each data type (model.md section 5). */
const APPEARANCES: { readonly [T in DataType]: Appearance } = {
  text: { control: "text", search: "text", width: WIDTH, isEditedInCell: true },
  textarea: { control: "textarea", search: "text", width: 200 },
  number: { control: "number", search: "range", width: 100, align: "end", isEditedInCell: true },
  calc: { control: "none", search: "range", width: 100, align: "end" },
  autonum: { control: "none", search: "text", width: WIDTH },
  datetime: { control: "datetime", search: "range", width: 190, isEditedInCell: true },
  date: { control: "date", search: "range", width: 116, isEditedInCell: true },
  time: { control: "time", search: "range", width: 92, isEditedInCell: true },
  select: { control: "options", search: "options", width: WIDTH, isEditedInCell: true },
  radio: { control: "options", search: "options", width: WIDTH, isEditedInCell: true },
  checkbox: { control: "checks", search: "options", width: WIDTH },
  users: { control: "users", search: "text", width: WIDTH },
  file: { control: "files", search: "text", width: WIDTH },
  dslookup: { control: "lookup", search: "text", width: WIDTH },
  status: { control: "none", search: "text", width: WIDTH },
  label: { control: "none", search: "none", width: WIDTH },
  separator: { control: "none", search: "none", width: WIDTH },
}

const BY_NAME: ReadonlyMap<string, Appearance> = new Map(Object.entries(APPEARANCES))

/** Returns the appearance of a data type. A type that only a newer server has looks like a text. */
export const appearanceOf = ({ dataType }: { readonly dataType: string }): Appearance =>
  BY_NAME.get(dataType) ?? APPEARANCES.text

import * as z from "zod"
import {
  data,
  list,
  nameInput,
  object,
  optionalBoolean,
  optionalId,
  optionalInt,
  optionalString,
} from "../../model/input/index.ts"

/** Maximum number of a field's options in one request (control.md section 4). */
const MOST_OPTIONS = 10_000

const name = () => nameInput().describe("Name of the field: a string in the world's language, or one for each")

const optionProperties = () => ({
  name: nameInput().describe("Name of the option: a string in the world's language, or one for each").optional(),
  displayId: optionalId().describe("Display ID of the option; generated when a new option has none"),
  enabled: optionalBoolean("Whether the option can be selected; existing values keep it"),
  color: optionalString("Colour on the screen"),
  selected: optionalBoolean("Whether it is selected by default"),
  sortId: z.int().min(0).describe("Position in the list, from 0").optional(),
})

export const newOptions = () => list(object(optionProperties()), { max: MOST_OPTIONS })

export const changedOptions = () =>
  list(object({ ...optionProperties(), oId: z.string().describe("The option, by display or internal ID") }), {
    max: MOST_OPTIONS,
  })

const givenOptions = () =>
  list(
    object({
      ...optionProperties(),
      oId: optionalId().describe("The option, by display or internal ID; absent: a new option"),
    }),
    { max: MOST_OPTIONS },
  )

const typeSettings = () => ({
  numInfo: object({
    prefix: optionalString("String before the number"),
    suffix: optionalString("String after the number"),
    noComma: optionalBoolean("Whether thousands have no separator"),
    decimalPlace: data(z.int().min(0).nullable().describe("Decimal places; null for as many as there are").optional()),
  })
    .describe("Format of the field's numbers")
    .optional(),
  calc: object({ formula: optionalString("Formula over number fields, by display ID") })
    .describe("Settings of calc fields")
    .optional(),
  autonum: object({
    prefix: optionalString("String before the number"),
    zeroPadding: optionalBoolean("Whether the number is padded with zeros"),
    digit: optionalInt("Number of digits after padding"),
  })
    .describe("Settings of autonum fields")
    .optional(),
  users: object({
    singleSelect: optionalBoolean("Whether it holds at most one user"),
    publish: optionalBoolean("Whether the users in the value see the item"),
  })
    .describe("Settings of users fields")
    .optional(),
  file: object({ multiple: optionalBoolean("Whether it holds several files") })
    .describe("Settings of file fields")
    .optional(),
  dslookup: object({
    application: optionalId().describe("Application of the target items, by display or internal ID"),
    datastore: optionalId().describe("Datastore of the target items, by display or internal ID"),
    field: optionalId().describe(
      "The field whose value the lookup shows, by display or internal ID; absent: the item's title",
    ),
    reverseLink: optionalBoolean("Whether the target item is linked back"),
  })
    .describe("The target of the lookup")
    .optional(),
  options: givenOptions().describe("Options of the field, in order").optional(),
  selected: z
    .union([z.string(), list(z.string())])
    .describe("The option selected by default, by display or internal ID; a checkbox may have several")
    .optional(),
})

const settings = () => ({
  displayId: optionalId().describe("Display ID of the field; generated when a new field has none"),
  search: optionalBoolean("Whether the field can be searched"),
  showList: optionalBoolean("Whether lists show the field"),
  asTitle: optionalBoolean("Whether the field is part of the item's title"),
  fullText: optionalBoolean("Whether GlobalSearch searches the field"),
  unique: optionalBoolean("Whether values must be unique"),
  minValue: z
    .union([z.string(), z.number()])
    .describe("Minimum of the value or of a string's length; empty for none")
    .optional(),
  maxValue: z
    .union([z.string(), z.number()])
    .describe("Maximum of the value or of a string's length; empty for none")
    .optional(),
  hideOnInput: optionalBoolean("Whether forms hide the field"),
  hideFromApi: optionalBoolean("Whether answers hide the field"),
  hasIndex: optionalBoolean("Whether the service indexes the field; answers do not depend on it"),
  roles: list(z.string())
    .describe("The roles that see the field, by display or internal ID; ADMIN is added")
    .optional(),
  ...typeSettings(),
})

export const newFieldSettings = () =>
  object({ ...settings(), dataType: z.string().describe("Data type, e.g. text"), name: name() })

export const fieldSettings = () => object({ ...settings(), name: name().optional() })

export type FieldInput = z.output<ReturnType<typeof fieldSettings>>

export type NewField = z.output<ReturnType<typeof newFieldSettings>>

export type OptionInput = NonNullable<FieldInput["options"]>[number]

export type LookupInput = NonNullable<FieldInput["dslookup"]>

/** Request properties that only some data types accept. */
export type TypeInput = Pick<FieldInput, keyof ReturnType<typeof typeSettings>>

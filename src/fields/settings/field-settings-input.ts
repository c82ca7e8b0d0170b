import * as z from "zod"
import { list, nameInput, object, optionalBoolean, optionalId, optionalString } from "../../model/input/index.ts"
import { AUTONUM, FIELD_IN, FILE, inputShape, NUM_INFO, USERS } from "../../model/settings/index.ts"

/** Maximum number of a field's options in one request (control.md section 4). */
const MAX_OPTIONS = 10_000

const name = () => nameInput().describe("Name of the field: a string in the world's language, or one for each")

const optionProperties = () => ({
  name: nameInput().describe("Name of the option: a string in the world's language, or one for each").optional(),
  displayId: optionalId().describe("Display ID of the option; generated when a new option has none"),
  enabled: optionalBoolean("Whether the option can be selected; existing values keep it"),
  color: optionalString("Colour on the screen"),
  selected: optionalBoolean("Whether it is selected by default"),
  sortId: z.int().min(0).describe("Position in the list, from 0").optional(),
})

export const newOptions = () => list(object(optionProperties()), { max: MAX_OPTIONS })

export const changedOptions = () =>
  list(object({ ...optionProperties(), oId: z.string().describe("The option, by display or internal ID") }), {
    max: MAX_OPTIONS,
  })

const givenOptions = () =>
  list(
    object({
      ...optionProperties(),
      oId: optionalId().describe("The option, by display or internal ID; absent: a new option"),
    }),
    { max: MAX_OPTIONS },
  )

const typeSettings = () => ({
  numInfo: object(inputShape(NUM_INFO)).describe("Format of the field's numbers").optional(),
  calc: object({ formula: optionalString("Formula over number fields, by display ID") })
    .describe("Settings of calc fields")
    .optional(),
  autonum: object(inputShape(AUTONUM)).describe("Settings of autonum fields").optional(),
  users: object(inputShape(USERS)).describe("Settings of users fields").optional(),
  file: object(inputShape(FILE)).describe("Settings of file fields").optional(),
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
  ...inputShape(FIELD_IN.request),
  ...inputShape(FIELD_IN.limits),
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

import * as z from "zod"
import { nameInput } from "../input/name-input.ts"
import { data, list, object, optionalId } from "../model/input/schemas.ts"

/** How many options one request may give (control.md section 4). */
const MOST_OPTIONS = 10_000

const name = () => nameInput().describe("Name of the field: a string in the world's language, or one for each")

const optionProperties = () => ({
  name: nameInput().describe("Name of the option: a string in the world's language, or one for each").optional(),
  displayId: optionalId().describe("Display ID of the option; generated when a new option has none"),
  enabled: z.boolean().describe("Whether the option can be chosen; values that have it stay").optional(),
  color: z.string().describe("Colour on the screen").optional(),
  selected: z.boolean().describe("Whether it is chosen when the field is first shown").optional(),
  sortId: z.int().min(0).describe("Place in the list, from 0").optional(),
})

/** Options to add to a field. */
export const newOptions = () => list(object(optionProperties()), { max: MOST_OPTIONS })

/** Options to change. */
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
    prefix: z.string().describe("What stands before the number").optional(),
    suffix: z.string().describe("What stands behind the number").optional(),
    noComma: z.boolean().describe("Whether thousands are written without commas").optional(),
    decimalPlace: data(
      z.int().min(0).nullable().describe("Digits behind the point; null for as many as there are").optional(),
    ),
  })
    .describe("How numbers of the field are written")
    .optional(),
  calc: object({ formula: z.string().describe("The formula, with display IDs of fields").optional() })
    .describe("How the field is calculated")
    .optional(),
  autonum: object({
    prefix: z.string().describe("What stands before the number").optional(),
    zeroPadding: z.boolean().describe("Whether it is filled up with zeros").optional(),
    digit: z.int().describe("Digits that a number is filled up to").optional(),
  })
    .describe("How the field numbers items")
    .optional(),
  users: object({
    singleSelect: z.boolean().describe("Whether it takes one user only").optional(),
    publish: z.boolean().describe("Whether the item is published to the users that it names").optional(),
  })
    .describe("How the field takes users")
    .optional(),
  file: object({ multiple: z.boolean().describe("Whether it takes several files").optional() })
    .describe("How the field takes files")
    .optional(),
  dslookup: object({
    application: optionalId().describe("Application of the items, by display or internal ID"),
    datastore: optionalId().describe("Datastore of the items, by display or internal ID"),
    field: optionalId().describe("The field that stands for the item, by display or internal ID; absent: its title"),
    reverseLink: z.boolean().describe("Whether the named item is linked back").optional(),
  })
    .describe("The items that the field may name")
    .optional(),
  options: givenOptions().describe("Options of the field, in order").optional(),
  selected: list(z.string())
    .describe("The options chosen when the field is first shown, by display or internal ID")
    .optional(),
})

const settings = () => ({
  displayId: optionalId().describe("Display ID of the field; generated when a new field has none"),
  search: z.boolean().describe("Whether the field can be searched").optional(),
  showList: z.boolean().describe("Whether lists on the screen show the field").optional(),
  asTitle: z.boolean().describe("Whether the field is part of the item's title").optional(),
  fullText: z.boolean().describe("Whether GlobalSearch looks into the field").optional(),
  unique: z.boolean().describe("Whether no two items may have the same value").optional(),
  minValue: z
    .union([z.string(), z.number()])
    .describe("The smallest number, or the fewest characters; empty for none")
    .optional(),
  maxValue: z
    .union([z.string(), z.number()])
    .describe("The largest number, or the most characters; empty for none")
    .optional(),
  hideOnInput: z.boolean().describe("Whether the screen hides the field on input").optional(),
  hideFromApi: z.boolean().describe("Whether the field is unknown to the API").optional(),
  hasIndex: z.boolean().describe("Whether the service keeps an index of the field; nothing depends on it").optional(),
  roles: list(z.string())
    .describe("The roles that see the field, by display or internal ID; ADMIN is added")
    .optional(),
  ...typeSettings(),
})

/** The settings of a new field. */
export const newFieldSettings = () =>
  object({ ...settings(), dataType: z.string().describe("Data type, e.g. text"), name: name() })

/** Changed settings of a field. */
export const fieldSettings = () => object({ ...settings(), name: name().optional() })

import * as z from "zod"
import { nameInput } from "../../input/name-input.ts"
import { list, object, optionalId } from "../../model/input/schemas.ts"

const OPERATIONS = ["new", "update", "delete", "copy"] as const

const operation = () => z.enum(OPERATIONS).describe("What the action does: new, update, delete or copy")

const name = () => nameInput().describe("Name of the action: a string in the world's language, or one for each")

const fieldSetting = () =>
  object({
    field: z.string().describe("The field, by display or internal ID"),
    show: z.boolean().describe("Whether the action shows the field").optional(),
    update: z.boolean().describe("Whether the action may write the field").optional(),
    mandatory: z.boolean().describe("Whether the action needs a value of the field").optional(),
  })

const optional = () => ({
  displayId: optionalId().describe("Display ID of the action; generated when a new action has none"),
  description: z.string().describe("Description of the action").optional(),
  setStatus: optionalId().describe("The status that the item gets, by display or internal ID"),
  isStatusAction: z.boolean().describe("Whether the action is offered in one status only: statusId").optional(),
  statusId: optionalId().describe("The status that offers the action, by display or internal ID"),
  roles: list(z.string())
    .describe("The roles that may run the action, by display or internal ID; ADMIN is added")
    .optional(),
  fieldSettings: list(fieldSetting())
    .describe("How the action treats fields; a field that is left out keeps its settings")
    .optional(),
})

/** The settings of a new action. */
export const newActionSettings = () => object({ ...optional(), operation: operation(), name: name() })

/** Changed settings of an action. */
export const actionSettings = () =>
  object({ ...optional(), operation: operation().optional(), name: name().optional() })

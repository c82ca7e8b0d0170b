import * as z from "zod"
import { list, nameInput, object, optionalBoolean, optionalId, optionalString } from "../../model/input/index.ts"
import { OPERATIONS_OF_ACTIONS } from "../../model/records/index.ts"
import { ACTION_FIELD, inputShape } from "../../model/settings/index.ts"

const operation = () => z.enum(OPERATIONS_OF_ACTIONS).describe("What the action does: new, update, delete or copy")

const name = () => nameInput().describe("Name of the action: a string in the world's language, or one for each")

const fieldSetting = () =>
  object({
    field: z.string().describe("The field, by display or internal ID"),
    ...inputShape(ACTION_FIELD),
  })

const optional = () => ({
  displayId: optionalId().describe("Display ID of the action; generated when a new action has none"),
  description: optionalString("Description of the action"),
  setStatus: z
    .string()
    .describe("The status that the item gets, by display or internal ID; an empty string removes it")
    .optional(),
  isStatusAction: optionalBoolean("Whether only one status offers the action: statusId"),
  statusId: optionalId().describe("The status that offers the action, by display or internal ID"),
  roles: list(z.string())
    .describe("The roles that may run the action, by display or internal ID; ADMIN is added")
    .optional(),
  fieldSettings: list(fieldSetting()).describe("Settings for fields; omitted fields keep theirs").optional(),
})

/** Input properties for the settings of a new action. */
export const newActionSettings = () => object({ ...optional(), operation: operation(), name: name() })

/** Input properties for changes to an existing action. All are optional. */
export const actionSettings = () =>
  object({ ...optional(), operation: operation().optional(), name: name().optional() })

export type ActionInput = z.output<ReturnType<typeof actionSettings>>

export type NewAction = z.output<ReturnType<typeof newActionSettings>>

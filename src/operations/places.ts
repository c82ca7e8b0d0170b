import * as z from "zod"

/** A workspace. */
export const workspacePlace = () => ({ workspace: z.string().describe("ID of the workspace") })

/** An application of the current workspace. */
export const applicationPlace = () => ({
  application: z.string().describe("The application, by display or internal ID"),
})

/** A datastore of an application. */
export const datastorePlace = () => ({
  application: z.string().describe("The application, by display or internal ID"),
  datastore: z.string().describe("The datastore, by display or internal ID"),
})

/** A datastore, whose application may be left out. */
export const anyDatastore = () => ({
  application: z
    .string()
    .describe("The application, by display or internal ID; absent: any that has the datastore")
    .optional(),
  datastore: z.string().describe("The datastore, by display or internal ID"),
})

/** An item of a datastore. */
export const itemPlace = () => ({ ...datastorePlace(), itemId: z.string().describe("ID of the item") })

/** An entry of an item's history. */
export const historyPlace = () => ({
  ...itemPlace(),
  historyId: z.string().describe("ID of the entry of the item's history"),
})

/** An item of a datastore, whose application may be left out. */
export const anyItem = () => ({ ...anyDatastore(), itemId: z.string().describe("ID of the item") })

/** A field of a datastore, whose application may be left out. */
export const anyField = () => ({
  ...anyDatastore(),
  field: z.string().describe("The field, by display or internal ID"),
})

/** An action, whose datastore may be left out. */
export const anyAction = () => ({
  datastore: z
    .string()
    .describe("The datastore, by display or internal ID; absent: any that has the action")
    .optional(),
  action: z.string().describe("The action, by display or internal ID"),
})

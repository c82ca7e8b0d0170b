import * as z from "zod"
import { optionalString } from "../model/input/index.ts"

export const workspacePlace = () => ({ workspace: z.string().describe("ID of the workspace") })

export const applicationPlace = () => ({
  application: z.string().describe("The application, by display or internal ID"),
})

export const datastorePlace = () => ({
  application: z.string().describe("The application, by display or internal ID"),
  datastore: z.string().describe("The datastore, by display or internal ID"),
})

/** Input properties that select a datastore. The application is optional. */
export const anyDatastore = () => ({
  application: optionalString("The application, by display or internal ID; absent: any that has the datastore"),
  datastore: z.string().describe("The datastore, by display or internal ID"),
})

export const itemPlace = () => ({ ...datastorePlace(), itemId: z.string().describe("ID of the item") })

export const historyPlace = () => ({
  ...itemPlace(),
  historyId: z.string().describe("ID of the entry of the item's history"),
})

/** Input properties that select an item. The application is optional. */
export const anyItem = () => ({ ...anyDatastore(), itemId: z.string().describe("ID of the item") })

/** Input properties that select a field. The application is optional. */
export const anyField = () => ({
  ...anyDatastore(),
  field: z.string().describe("The field, by display or internal ID"),
})

/** Input properties that select an action. The datastore is optional. */
export const anyAction = () => ({
  datastore: optionalString("The datastore, by display or internal ID; absent: any that has the action"),
  action: z.string().describe("The action, by display or internal ID"),
})

import * as z from "zod"
import { giveName, integer, internalId, internalIdOrNone, lazy, millis, namedAnswer } from "../shapes.ts"
import { linkedItem } from "./links.ts"

/** Schema of a user in item details (model.md section 5.2). */
const userValue = namedAnswer("UserValue", () => ({
  access_key: z.string().describe("Access key of the user; items are published to this key"),
  email: z.string().describe("E-mail address"),
  media_link: z.string().describe("URL of the user's profile picture"),
  user_id: internalId().describe("ID of the user"),
  user_name: z.string().describe("Name of the user"),
}))

/** Schema of a file in item details (model.md section 5.2). */
const fileValue = namedAnswer("FileValue", () => ({
  _id: internalId().describe("ID of the file"),
  file_id: internalId().describe("ID of the file"),
  contentType: z.string().describe("Media type of the file"),
  created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
  d_id: internalIdOrNone().describe("Internal ID of the datastore"),
  datastore_id: internalIdOrNone().describe("Internal ID of the datastore"),
  deleted: z.boolean().describe("Whether the file is deleted"),
  field_id: internalIdOrNone().describe("Internal ID of the field"),
  filename: z.string().describe("Name of the file"),
  filepath: z.string().describe("Path of the file: d_id/i_id/f_id/name"),
  i_id: internalIdOrNone().describe("ID of the item"),
  item_id: internalIdOrNone().describe("ID of the item"),
  mediaLink: z.string().describe("URL of the file's content"),
  name: z.string().describe("The same as filepath"),
  p_id: internalIdOrNone().describe("Internal ID of the application"),
  selfLink: z.string().describe("The same as mediaLink"),
  size: integer().describe("Size of the file in bytes"),
  timeCreated: millis().describe("Time of the upload: an ISO 8601 instant in UTC"),
  updated: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
  user_id: internalId().describe("ID of the user who uploaded it"),
  w_id: internalId().describe("Internal ID of the workspace"),
}))

const lookupValue = namedAnswer("LookupValue", () => ({
  d_id: internalId().describe("Internal ID of the datastore"),
  item_id: internalId().describe("ID of the item"),
  title: z.string().describe("Title of the item: its non-empty title fields, joined"),
  lookup_item: linkedItem().optional().describe("The item that the lookup names; only with include_lookups"),
}))

/** Schema of a field value in item details (model.md section 5.2, columns D and N). */
export const fieldValue = lazy(() =>
  giveName(
    "FieldValue",
    z.union([
      z.null(),
      z.string(),
      z.number(),
      fileValue(),
      lookupValue(),
      z.array(z.union([z.string(), userValue(), fileValue()])),
    ]),
  ),
)

export type WireUserValue = z.input<ReturnType<typeof userValue>>
export type WireFileValue = z.input<ReturnType<typeof fileValue>>
export type WireLookupValue = z.input<ReturnType<typeof lookupValue>>
export type WireFieldValue = z.input<ReturnType<typeof fieldValue>>

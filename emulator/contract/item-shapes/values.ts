import * as z from "zod"
import { answer, integer, internalId, internalIdOrNone, lazy, millis, named } from "../shapes.ts"
import { linkedItem } from "./links.ts"

/** A user of a field, in details (model.md section 5.2). */
const userValue = lazy(() =>
  named(
    "UserValue",
    answer({
      access_key: z.string(),
      email: z.string(),
      media_link: z.string(),
      user_id: internalId(),
      user_name: z.string(),
    }),
  ),
)

/** The file object of model.md section 5.2. */
const fileValue = lazy(() =>
  named(
    "FileValue",
    answer({
      _id: internalId(),
      file_id: internalId(),
      contentType: z.string(),
      created_at: millis(),
      d_id: internalIdOrNone(),
      datastore_id: internalIdOrNone(),
      deleted: z.boolean(),
      field_id: internalIdOrNone(),
      filename: z.string(),
      filepath: z.string(),
      i_id: internalIdOrNone(),
      item_id: internalIdOrNone(),
      mediaLink: z.string(),
      name: z.string(),
      p_id: internalIdOrNone(),
      selfLink: z.string(),
      size: integer(),
      timeCreated: millis(),
      updated: millis(),
      user_id: internalId(),
      w_id: internalId(),
    }),
  ),
)

const lookupValue = lazy(() =>
  named(
    "LookupValue",
    answer({
      d_id: internalId(),
      item_id: internalId(),
      title: z.string(),
      lookup_item: linkedItem().optional(),
    }),
  ),
)

/** A field's value in details: forms D and N of model.md section 5.2. */
export const fieldValue = lazy(() =>
  named(
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

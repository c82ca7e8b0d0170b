import * as z from "zod"

export type WireItemTitle = string | number | null | string[]

/** Schema of the key `title` of an item among its values (model.md section 5.1). */
export const itemTitle = () =>
  z
    .union([z.string(), z.number(), z.null(), z.array(z.string())])
    .describe("Title of the item: its non-empty title fields, joined. With a field `title`: the value of this field")

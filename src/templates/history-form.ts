import * as z from "zod"

const text = (most = 1_000_000) => z.string().max(most)

/** An entry of an item's history, as a line of an archive has it. */
export const historySchema = () =>
  z.strictObject({
    history_id: text(64).optional(),
    i_id: text(64),
    user: text(400),
    comment: text(),
    created_at: text(40),
    updated_at: text(40),
    updated_by: text(400).optional(),
    is_updated: z.boolean(),
    action: z
      .strictObject({
        a_id: z.string().regex(/^[0-9a-f]{24}$/, "expected 24 lower-case hex characters"),
        crud_type: z.enum(["1", "2", "3", "4"]),
        is_status_action: z.boolean(),
        is_changed: z.boolean(),
      })
      .optional(),
    transaction_id: text(64),
  })

export type TemplateHistory = z.infer<ReturnType<typeof historySchema>>

declare const kind: unique symbol

/** An internal ID, branded by the API's own name for it, so that an item ID can't be passed for a field ID. */
export type Id<K extends string> = string & { readonly [kind]: K }

export type WId = Id<"w_id">
export type GId = Id<"g_id">
export type UId = Id<"u_id">
export type RId = Id<"r_id">
export type PId = Id<"p_id">
export type DId = Id<"d_id">
export type FId = Id<"f_id">
export type OId = Id<"o_id">
export type SId = Id<"s_id">
export type AId = Id<"a_id">
export type IId = Id<"i_id">
export type QId = Id<"q_id">
export type AutoId = Id<"auto_id">
export type FileId = Id<"file_id">
export type HistoryId = Id<"history_id">
export type ConfirmationId = Id<"confirmation_id">
export type MailId = Id<"mail_id">
/** The key that a user, group or role holds and an item carries (model.md section 4). */
export type AccessKey = Id<"access_key">

/** Internal IDs are 24 lower-case hex characters (api.md section 0). */
export const isInternalId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/** Display IDs are alphanumerics, `-` and `_`, never `__proto__` (model.md section 1). */
export const isDisplayId = (text: string): boolean => /^[A-Za-z0-9_-]+$/.test(text) && text !== "__proto__"

/** An instant in the millisecond form `2026-01-05T09:00:00.000Z`; such texts order as the instants do. */
export type Instant = string

/** How "never" is written (api.md section 0). */
export const NEVER = "0001-01-01T00:00:00Z"

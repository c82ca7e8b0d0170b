declare const kind: unique symbol

/** What tells IDs of different kinds apart; there is nothing of it at run time. */
export interface Brand<K extends string> {
  readonly [kind]: K
}

/** An internal ID, branded by the API's own name for it, so that an item ID can't be passed for a field ID. */
export type Id<K extends string> = string & Brand<K>

/** ID of a workspace. */
export type WId = Id<"w_id">
/** ID of a group. */
export type GId = Id<"g_id">
/** ID of a user. */
export type UId = Id<"u_id">
/** ID of a role. */
export type RId = Id<"r_id">
/** ID of an application (the wire calls it a project). */
export type PId = Id<"p_id">
/** ID of a datastore. */
export type DId = Id<"d_id">
/** ID of a field. */
export type FId = Id<"f_id">
/** ID of an option of a select or checkbox field. */
export type OId = Id<"o_id">
/** ID of a status. */
export type SId = Id<"s_id">
/** ID of an action. */
export type AId = Id<"a_id">
/** ID of an item. */
export type IId = Id<"i_id">
/** ID of a saved list of items. */
export type QId = Id<"q_id">
/** ID of an auto action. */
export type AutoId = Id<"auto_id">
/** ID of a report. */
export type RpId = Id<"rp_id">
/** ID of a column of a report. */
export type RpfId = Id<"rpf_id">
/** ID of a chart. */
export type ChId = Id<"ch_id">
/** ID of a file. */
export type FileId = Id<"file_id">
/** ID of an entry of an item's history. */
export type HistoryId = Id<"history_id">
/** ID of a confirmation: a registration, invitation, password or e-mail change that waits for its link to be followed. */
export type ConfirmationId = Id<"confirmation_id">
/** ID of a function of an application. */
export type FnId = Id<"fn_id">
/** ID of a template. */
export type TpId = Id<"tp_id">
/** ID of a task of the queue. */
export type QtId = Id<"qt_id">
/** ID under which an import's results are asked for. */
export type TempDId = Id<"temp_datastore_id">
/** ID of a mail of the outbox. */
export type MailId = Id<"mail_id">
/** The key that a user, group or role holds and an item carries (model.md section 4). */
export type AccessKey = Id<"access_key">

/** Internal IDs are 24 lower-case hex characters (api.md section 0). */
export const isInternalId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/** Display IDs are 1 to 255 alphanumerics, `-` and `_`, never `__proto__` (model.md section 1). */
export const isDisplayId = (text: string): boolean => /^[A-Za-z0-9_-]{1,255}$/.test(text) && text !== "__proto__"

/** What was to be a display ID, for a refusal: long ones by their beginning. */
export const shownDisplayId = (text: string): string =>
  text.length <= 255 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 20))}… of ${text.length} characters`

/** An instant in the millisecond form `2026-01-05T09:00:00.000Z`; such texts order as the instants do. */
export type Instant = string

/** How "never" is written (api.md section 0). */
export const NEVER = "0001-01-01T00:00:00Z"

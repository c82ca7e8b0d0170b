declare const kind: unique symbol

/** Marks ID types, so that the compiler can distinguish them. The property does not exist at run time. */
export interface Brand<K extends string> {
  readonly [kind]: K
}

/** An internal ID, marked with the API's name for it. The compiler then rejects an item ID where a field ID is expected. */
export type Id<K extends string> = string & Brand<K>

/** ID of a workspace. */
export type WId = Id<"w_id">
/** ID of a group. */
export type GId = Id<"g_id">
/** ID of a user. */
export type UId = Id<"u_id">
/** ID of a role. */
export type RId = Id<"r_id">
/** ID of an application (called project in API requests and responses). */
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
/** ID of a saved list (a saved search for items). */
export type QId = Id<"q_id">
/** ID of an auto action. */
export type AutoId = Id<"auto_id">
export type RpId = Id<"rp_id">
/** ID of a column of a report. */
export type RpfId = Id<"rpf_id">
export type ChId = Id<"ch_id">
/** ID of a file. */
export type FileId = Id<"file_id">
/** ID of a history entry of an item. */
export type HistoryId = Id<"history_id">
/** ID of a confirmation link for a registration, an invitation, or a change of password or e-mail address. */
export type ConfirmationId = Id<"confirmation_id">
/** ID of an application's function. */
export type FnId = Id<"fn_id">
/** ID of a template. */
export type TpId = Id<"tp_id">
/** ID of a task, such as an import. */
export type QtId = Id<"qt_id">
/** ID with which clients read the results of an import. */
export type TempDId = Id<"temp_datastore_id">
/** ID of a mail in the outbox. */
export type MailId = Id<"mail_id">
/** A key that users, groups and roles hold. Users can see an item if they hold one of the item's keys (model.md section 4). */
export type AccessKey = Id<"access_key">

/** Returns whether a string is an internal ID: 24 lower-case hex characters (api.md section 0). */
export const isInternalId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/** An instant such as `2026-01-05T09:00:00.000Z`. Sorting instants as strings sorts them by time. */
export type Instant = string

/** Timestamp that means "never" in the API (api.md section 0). */
export const NEVER = "0001-01-01T00:00:00Z"

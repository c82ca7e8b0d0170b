import type { AccessKey, Instant, PId, RId, WId } from "../ids.ts"

/** A role of one application (model.md section 3). ADMIN and MEMBER always exist. */
export interface Role {
  /** ID of the role. */
  readonly rId: RId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the workspace. */
  readonly wId: WId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** What it is called. */
  readonly name: string
  /** Kept for clients; it does not change what its holders may do. */
  readonly type: string
  /** The key that it lends to those who hold it (model.md section 4). */
  readonly accessKey: AccessKey
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** Position in creation order within the application, from 0. */
  readonly ordinal: number
}

export const ADMIN = "ADMIN"
export const MEMBER = "MEMBER"

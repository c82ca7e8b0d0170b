import type { AccessKey, Instant, PId, RId, WId } from "../ids.ts"

/** A role of one application (model.md section 3). ADMIN and MEMBER always exist. */
export interface Role {
  readonly rId: RId
  readonly pId: PId
  readonly wId: WId
  readonly displayId: string
  readonly name: string
  readonly type: string
  readonly accessKey: AccessKey
  readonly createdAt: Instant
  /** Position in creation order within the application, from 0. */
  readonly ordinal: number
}

export const ADMIN = "ADMIN"
export const MEMBER = "MEMBER"

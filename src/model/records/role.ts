import type { AccessKey, PId, RId, WId } from "../ids.ts"
import type { Created } from "./record.ts"

/** A role of one application (model.md section 3). ADMIN and MEMBER always exist. */
export interface Role extends Created {
  /** ID of the role. */
  readonly rId: RId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the workspace. */
  readonly wId: WId
  /** Display ID for requests and fixtures, unique among its siblings. */
  readonly displayId: string
  /** Display name. */
  readonly name: string
  /** Stored for clients; rights do not depend on this value. */
  readonly type: string
  /** Access key that the role's holders have (model.md section 4). */
  readonly accessKey: AccessKey
}

export const ADMIN = "ADMIN"
export const MEMBER = "MEMBER"

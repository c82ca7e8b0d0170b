import type { AccessKey, GId, Instant, RId, WId } from "../ids.ts"

/** A node of a workspace's group tree (model.md section 2.2). */
export interface Group {
  readonly gId: GId
  readonly wId: WId
  readonly displayId: string
  readonly name: string
  /** Position among its siblings, from 0. */
  readonly index: number
  readonly isRoot: boolean
  readonly disableUiAccess: boolean
  readonly accessKey: AccessKey
  readonly parentGId: GId | null
  /** Roles that its members and those of its descendants hold. */
  readonly roles: readonly RId[]
  readonly createdAt: Instant
}

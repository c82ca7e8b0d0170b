import type { AccessKey, GId, Instant, RId, WId } from "../ids.ts"

/** A node of a workspace's group tree (model.md section 2.2). */
export interface Group {
  /** ID of the group. */
  readonly gId: GId
  /** ID of the workspace. */
  readonly wId: WId
  /** Display ID for requests and fixtures, unique among its siblings. */
  readonly displayId: string
  /** Display name. */
  readonly name: string
  /** Position among its siblings, from 0. */
  readonly index: number
  /** Whether this is the workspace's top group. */
  readonly isRoot: boolean
  /** Stored for clients; responses do not depend on this setting. */
  readonly disableUiAccess: boolean
  /** Access key that the group's members hold (model.md section 4). */
  readonly accessKey: AccessKey
  /** ID of the parent group; null for the top group. */
  readonly parentGId: GId | null
  /** Roles that members of the group and of its descendants hold. */
  readonly roles: readonly RId[]
  /** Creation time: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
}

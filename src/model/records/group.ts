import type { AccessKey, GId, Instant, RId, WId } from "../ids.ts"

/** A node of a workspace's group tree (model.md section 2.2). */
export interface Group {
  /** ID of the group. */
  readonly gId: GId
  /** ID of the workspace. */
  readonly wId: WId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** What it is called. */
  readonly name: string
  /** Position among its siblings, from 0. */
  readonly index: number
  /** Whether it is the top group of its workspace. */
  readonly isRoot: boolean
  /** Kept for clients; it does not change what the API answers. */
  readonly disableUiAccess: boolean
  /** The key that it lends to those who hold it (model.md section 4). */
  readonly accessKey: AccessKey
  /** ID of the group above; null for the top group. */
  readonly parentGId: GId | null
  /** Roles that its members and those of its descendants hold. */
  readonly roles: readonly RId[]
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
}

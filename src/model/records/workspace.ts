import type { GId, UId, WId } from "../ids.ts"
import type { FUNCTIONALITY, LIMITS, PASSWORD_POLICY, RecordOf } from "../settings/index.ts"
import type { Created } from "./record.ts"

export type PasswordPolicy = RecordOf<typeof PASSWORD_POLICY>

export type Functionality = RecordOf<typeof FUNCTIONALITY>

export type Limits = RecordOf<typeof LIMITS>

/** A call that is allowed without a token (api.md section 9.3). */
export interface PublicCall {
  /** HTTP method of the allowed call. */
  readonly method: string
  /** Pattern of the allowed call's path. */
  readonly uriPattern: string
  /** Pattern of the Origin header. If omitted, any origin is allowed. */
  readonly originPattern?: string
  /** ID of the user with whose rights the call runs. */
  readonly runAs: UId
}

/** A workspace: one group tree, its users and its applications (model.md section 1). */
export interface Workspace extends Created {
  /** ID of the workspace. */
  readonly wId: WId
  /** Display name. */
  readonly name: string
  /** ID of the workspace's top group. */
  readonly topGId: GId
  /** IDs of the workspace's administrators. */
  readonly admins: readonly UId[]
  /** ID of the bot as which auto actions run. The bot is hidden from lists and can't log in (model.md section 10). */
  readonly botUId: UId
  /** Rules for new passwords (model.md section 14). */
  readonly passwordPolicy: PasswordPolicy
  /** Features of the service that the workspace's users may use (api.md section 10). */
  readonly functionality: Functionality
  /** Limits on users, datastores and file storage. */
  readonly limits: Limits
  /** Calls that are allowed without a token. */
  readonly publicCalls: readonly PublicCall[]
  /** True for an archived workspace: nobody can select it, nothing in it can be found, and its auto actions do not run. */
  readonly isArchived?: true
}

import type { GId, UId, WId } from "../ids.ts"
import type { Created } from "./record.ts"

/** Password rules of a workspace (model.md section 14). A rule applies only if its `use…` property switches it on. */
export interface PasswordPolicy {
  readonly useExpiredDay: boolean
  readonly useLockoutCount: boolean
  readonly useLockoutTime: boolean
  readonly useMinLength: boolean
  readonly usePatternCheck: boolean
  readonly useSameLimit: boolean
  readonly expiredDay: number
  readonly lockoutCount: number
  /** Duration of a lockout in minutes. */
  readonly lockoutTime: number
  readonly minLength: number
  /** Characters that a password needs. 0: no spaces · 1: letters and digits · 2: letters, digits and a symbol. */
  readonly patternCheckType: 0 | 1 | 2
  readonly sameLimit: number
}

export interface Functionality {
  /** Who may create workspaces: 0 nobody, 1 workspace admins, 2 everybody. */
  readonly useCreateWorkspace: 0 | 1 | 2
  readonly usePasswordPolicy: boolean
  readonly useGlobalSearch: boolean
  readonly useBeta: boolean
  readonly useCreateApplication: boolean
  readonly useQueries: boolean
  readonly useReports: boolean
  readonly useDashboards: boolean
}

/** Limits of a workspace; 0 means no limit. */
export interface Limits {
  /** Maximum number of users. */
  readonly users: number
  /** Maximum number of datastores. */
  readonly datastores: number
  /** Maximum total size of files in megabytes. */
  readonly storageMb: number
}

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

export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = Object.freeze({
  useExpiredDay: false,
  useLockoutCount: false,
  useLockoutTime: false,
  useMinLength: false,
  usePatternCheck: false,
  useSameLimit: false,
  expiredDay: 30,
  lockoutCount: 5,
  lockoutTime: 5,
  minLength: 6,
  patternCheckType: 0,
  sameLimit: 2,
})

export const DEFAULT_FUNCTIONALITY: Functionality = Object.freeze({
  useCreateWorkspace: 2,
  usePasswordPolicy: true,
  useGlobalSearch: true,
  useBeta: false,
  useCreateApplication: true,
  useQueries: true,
  useReports: true,
  useDashboards: true,
})

export const NO_LIMITS: Limits = Object.freeze({ users: 0, datastores: 0, storageMb: 0 })

import type { GId, Instant, UId, WId } from "../ids.ts"

/** Password rules of a workspace (model.md section 14); a `use…` flag switches its rule on. */
export interface PasswordPolicy {
  readonly useExpiredDay: boolean
  readonly useLockoutCount: boolean
  readonly useLockoutTime: boolean
  readonly useMinLength: boolean
  readonly usePatternCheck: boolean
  readonly useSameLimit: boolean
  readonly expiredDay: number
  readonly lockoutCount: number
  /** Minutes. */
  readonly lockoutTime: number
  readonly minLength: number
  /** 0 no spaces · 1 letters and digits · 2 letters, digits and a symbol. */
  readonly patternCheckType: 0 | 1 | 2
  readonly sameLimit: number
}

export interface Functionality {
  /** 0 nobody, 1 workspace admins, 2 everybody. */
  readonly useCreateWorkspace: 0 | 1 | 2
  readonly usePasswordPolicy: boolean
  readonly useGlobalSearch: boolean
  readonly useBeta: boolean
  readonly useCreateApplication: boolean
  readonly useQueries: boolean
  readonly useReports: boolean
  readonly useDashboards: boolean
}

/** 0 = no limit. */
export interface Limits {
  /** Users of the workspace. */
  readonly users: number
  /** Datastores of the workspace. */
  readonly datastores: number
  /** Megabytes of its files. */
  readonly storageMb: number
}

/** A call anybody may make without a token (api.md section 9.3). */
export interface PublicCall {
  /** HTTP method. */
  readonly method: string
  /** Pattern that the path fits. */
  readonly uriPattern: string
  /** Pattern that the Origin header fits; absent: any. */
  readonly originPattern?: string
  /** Whose rights the call has. */
  readonly runAs: UId
}

/** A tenant: holds one group tree, applications and the users who are in its groups (model.md section 1). */
export interface Workspace {
  /** ID of the workspace. */
  readonly wId: WId
  /** What it is called. */
  readonly name: string
  /** ID of its top group. */
  readonly topGId: GId
  /** u_ids of its administrators. */
  readonly admins: readonly UId[]
  /** The one user that auto actions run as; it is in no list and can't log in (model.md section 10). */
  readonly botUId: UId
  /** What new passwords must be like (model.md section 14). */
  readonly passwordPolicy: PasswordPolicy
  /** What may be done in it (api.md section 10). */
  readonly functionality: Functionality
  /** The most users, datastores and megabytes; 0 is no limit. */
  readonly limits: Limits
  /** What may be called without a token. */
  readonly publicCalls: readonly PublicCall[]
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** Position in creation order, from 0. */
  readonly ordinal: number
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

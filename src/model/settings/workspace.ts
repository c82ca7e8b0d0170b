import { countSetting, flagSetting, levelSetting, pick } from "./setting.ts"

/** Maximum duration of a lock in minutes: a century. */
const MAX_LOCK_MINUTES = 52_560_000

/** Password rules of a workspace (model.md section 14). A rule applies only if its `use…` property switches it on. */
export const PASSWORD_POLICY = {
  useExpiredDay: flagSetting({
    initial: false,
    text: "Whether expired_day is in force",
    inFixture: "Whether passwords expire after expired_day days.",
  }),
  useLockoutCount: flagSetting({
    initial: false,
    text: "Whether lockout_count is in force",
    inFixture: "Whether lockout_count wrong passwords in a row lock the user.",
  }),
  useLockoutTime: flagSetting({
    initial: false,
    text: "Whether lockout_time is in force; if not, users stay locked until a password reset",
    inFixture: "Whether a lock ends after lockout_time minutes.",
  }),
  useMinLength: flagSetting({
    initial: false,
    text: "Whether min_length is in force",
    inFixture: "Whether passwords need min_length characters.",
  }),
  usePatternCheck: flagSetting({
    initial: false,
    text: "Whether pattern_check_type is in force",
    inFixture: "Whether pattern_check_type applies to passwords.",
  }),
  useSameLimit: flagSetting({
    initial: false,
    text: "Whether same_limit is in force",
    inFixture: "Whether the last same_limit passwords can't be used again.",
  }),
  expiredDay: countSetting({
    initial: 30,
    text: "Number of days after which a password expires. Default: 30",
    inFixture: "Days after which a password expires. Default 30.",
  }),
  lockoutCount: countSetting({
    initial: 5,
    text: "Number of wrong passwords in a row that lock the user. Default: 5",
    inFixture: "Number of wrong passwords in a row that lock a user. Default 5.",
  }),
  /** Duration of a lockout in minutes. */
  lockoutTime: countSetting({
    initial: 5,
    max: MAX_LOCK_MINUTES,
    text: "Duration of a lock in minutes. Default: 5",
    inFixture: "Duration of a lock in minutes. Default 5.",
  }),
  minLength: countSetting({
    initial: 6,
    text: "Minimum number of characters of a password",
    inFixture: "Minimum number of characters of a password. Default 6.",
  }),
  /** Characters that a password needs. 0: no spaces · 1: letters and digits · 2: letters, digits and a symbol. */
  patternCheckType: levelSetting({
    initial: 0,
    text: "0: no spaces; 1: letters and digits; 2: letters, digits and one of !#$%-_=+<>",
    inFixture:
      "Required characters of a password. 0: no spaces; 1: letters and digits; 2: letters, digits and a symbol. Default 0.",
  }),
  sameLimit: countSetting({
    initial: 2,
    text: "Number of latest passwords, including the current password, that may not be used again. Default: 2",
    inFixture: "Number of most recent passwords that can't be used again. Default 2.",
  }),
}

/** Features of the service that the workspace's users may use (api.md section 10). */
export const FUNCTIONALITY = {
  /** Who may create workspaces: 0 nobody, 1 workspace admins, 2 everybody. */
  useCreateWorkspace: levelSetting({
    initial: 2,
    text: "Whether workspaces may be created",
    inFixture: "Who may create workspaces. 0: nobody; 1: workspace administrators; 2: everybody. Default 2.",
  }),
  usePasswordPolicy: flagSetting({
    initial: true,
    text: "Whether a password policy is in force",
    inFixture: "Value of use_password_policy in GetWorkspaceFunctionality. Default true.",
  }),
  useGlobalSearch: flagSetting({
    initial: true,
    text: "Whether GlobalSearch may be used",
    inFixture: "Value of use_global_search in GetWorkspaceFunctionality. Default true.",
  }),
  useBeta: flagSetting({
    initial: false,
    text: "Whether beta features may be used",
    inFixture: "Value of use_beta in GetWorkspaceFunctionality. Default false.",
  }),
  useCreateApplication: flagSetting({
    initial: true,
    text: "Whether applications may be created",
    inFixture: "Whether users may create applications. Default true.",
  }),
  useQueries: flagSetting({
    initial: true,
    text: "Whether saved lists may be used",
    inFixture: "Value of use_queries in GetWorkspaceFunctionality. Default true.",
  }),
  useReports: flagSetting({
    initial: true,
    text: "Whether reports may be used",
    inFixture: "Value of use_reports in GetWorkspaceFunctionality. Default true.",
  }),
  useDashboards: flagSetting({
    initial: true,
    text: "Whether dashboards may be used",
    inFixture: "Value of use_dashboards in GetWorkspaceFunctionality. Default true.",
  }),
}

/** The flags of workspaces and those of applications, which GetWorkspaceFunctionality returns apart. */
export const FUNCTIONALITY_OF = {
  workspaces: pick(FUNCTIONALITY, "useCreateWorkspace", "usePasswordPolicy", "useGlobalSearch", "useBeta"),
  applications: pick(FUNCTIONALITY, "useCreateApplication", "useQueries", "useReports", "useDashboards"),
}

/** Limits of a workspace; 0 means no limit. */
export const LIMITS = {
  /** Maximum number of users. */
  users: countSetting({ initial: 0, text: "Maximum number of users. 0 means no limit" }),
  /** Maximum number of datastores. */
  datastores: countSetting({ initial: 0, text: "Maximum number of datastores. 0 means no limit" }),
  /** Maximum total size of files in megabytes. */
  storageMb: countSetting({ initial: 0, text: "Maximum size of all files in megabytes. 0 means no limit" }),
}

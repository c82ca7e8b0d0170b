import * as z from "zod"
import { requireWorkspaceAdminAt } from "../../access/index.ts"
import { command, nothing } from "../../engine/index.ts"
import { defined } from "../../model/index.ts"
import { object, optionalBoolean, optionalString } from "../../model/input/index.ts"
import { workspacePlace } from "../places.ts"
import { requireWorkspaceName } from "./create-new-workspace.ts"

const MINUTES_IN_A_CENTURY = 52_560_000

const count = (description: string, most = Number.MAX_SAFE_INTEGER) =>
  z.int().min(0).max(most).describe(description).optional()

const level = (description: string) =>
  z
    .union([z.literal(0), z.literal(1), z.literal(2)])
    .describe(description)
    .optional()

const passwordPolicyInput = () =>
  object({
    useExpiredDay: optionalBoolean("Whether passwords expire after expiredDay days"),
    useLockoutCount: optionalBoolean("Whether lockoutCount wrong passwords in a row lock the user"),
    useLockoutTime: optionalBoolean("Whether a lock ends after lockoutTime minutes"),
    useMinLength: optionalBoolean("Whether passwords need minLength characters"),
    usePatternCheck: optionalBoolean("Whether patternCheckType applies to passwords"),
    useSameLimit: optionalBoolean("Whether the last sameLimit passwords can't be used again"),
    expiredDay: count("Days until a password expires"),
    lockoutCount: count("Number of wrong passwords that lock a user"),
    lockoutTime: count("Duration of a lock in minutes", MINUTES_IN_A_CENTURY),
    minLength: count("Minimum number of characters"),
    patternCheckType: level("0 no spaces, 1 letters and digits, 2 letters, digits and a symbol"),
    sameLimit: count("Number of earlier passwords that can't be used again"),
  })

const functionalityInput = () =>
  object({
    useCreateWorkspace: level("Who may create workspaces: 0 nobody, 1 workspace administrators, 2 everybody"),
    usePasswordPolicy: optionalBoolean("Whether clients offer the password policy"),
    useGlobalSearch: optionalBoolean("Whether users may search the whole workspace"),
    useBeta: optionalBoolean("Whether clients offer beta features"),
    useCreateApplication: optionalBoolean("Whether users may create applications"),
    useQueries: optionalBoolean("Whether clients offer saved lists"),
    useReports: optionalBoolean("Whether clients offer reports"),
    useDashboards: optionalBoolean("Whether clients offer dashboards"),
  })

/** Changes the name, password policy or functionality flags of a workspace. Absent parts stay. (api.md section 23) */
export const updateWorkspaceSettings = command({
  name: "UpdateWorkspaceSettings",
  summary: "Changes the name, the password policy or the functionality flags of a workspace",
  input: () =>
    object({
      ...workspacePlace(),
      name: optionalString("The new name; one line"),
      passwordPolicy: passwordPolicyInput().describe("Rules for new passwords").optional(),
      functionality: functionalityInput().describe("Features that users may use").optional(),
    }),
  place: ["workspace"],
  authorize: requireWorkspaceAdminAt,
  execute(tx, { granted: workspace }, { name = workspace.name, passwordPolicy, functionality }): void {
    requireWorkspaceName(name)
    tx.patch("workspaces", workspace.wId, {
      name,
      passwordPolicy: Object.freeze({ ...workspace.passwordPolicy, ...defined(passwordPolicy ?? {}) }),
      functionality: Object.freeze({ ...workspace.functionality, ...defined(functionality ?? {}) }),
    })
  },
  answer: nothing,
})

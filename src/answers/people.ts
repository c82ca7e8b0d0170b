import type { GId, Instant, UId, WId } from "../ids.ts"
import type { Confirmation } from "../records/confirmation.ts"
import type { Group } from "../records/group.ts"
import type { User } from "../records/user.ts"
import type { Workspace } from "../records/workspace.ts"
import type { HeldRole } from "../users/held-roles.ts"
import type { AnswerContext } from "./answer-context.ts"
import type { RoleAnswer } from "./settings.ts"
import { answerRole } from "./settings.ts"

/** A person: nothing of their password, tokens or keys. */
export interface UserAnswer {
  readonly uId: UId
  /** Lower-cased. */
  readonly email: string
  readonly username: string
  readonly userCode: string
  readonly confirmed: boolean
  readonly emailSent: boolean
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  readonly lastLoginAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A node of a workspace's group tree. */
export interface GroupAnswer {
  readonly gId: GId
  readonly displayId: string
  readonly name: string
  /** Position among its siblings, from 0. */
  readonly index: number
  readonly isRoot: boolean
}

/** A group with all below it. */
export interface GroupTreeAnswer extends GroupAnswer {
  readonly children: readonly GroupTreeAnswer[]
}

/** A tenant. */
export interface WorkspaceAnswer {
  readonly wId: WId
  readonly name: string
}

/** A role that a user holds, and where. */
export interface HeldRoleAnswer extends RoleAnswer {
  /** Display ID. */
  readonly application: string
}

/** A link of a mail that was followed. */
export interface LinkAnswer {
  readonly email: string
  readonly isElapsed: boolean
  /** Where the browser goes. */
  readonly redirectTo: string
}

export const answerUser = (user: User): UserAnswer => ({
  uId: user.uId,
  email: user.email,
  username: user.username,
  userCode: user.userCode,
  confirmed: user.confirmed,
  emailSent: user.emailSent,
  additionalInfo: user.additionalInfo,
  lastLoginAt: user.lastLoginAt,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
})

export const answerGroup = ({ gId, displayId, name, index, isRoot }: Group): GroupAnswer => ({
  gId,
  displayId,
  name,
  index,
  isRoot,
})

interface Tree {
  readonly group: Group
  readonly children: readonly Tree[]
}

export const answerGroupTree = ({ group, children }: Tree): GroupTreeAnswer => ({
  ...answerGroup(group),
  children: children.map(answerGroupTree),
})

export const answerWorkspace = ({ wId, name }: Workspace): WorkspaceAnswer => ({ wId, name })

export const answerHeldRole = ({ role, application }: HeldRole): HeldRoleAnswer => ({
  ...answerRole(role),
  application: application.displayId,
})

interface Followed {
  readonly confirmation: Confirmation
  readonly isElapsed: boolean
}

export const answerLink = (_: AnswerContext, { confirmation, isElapsed }: Followed): LinkAnswer => ({
  email: confirmation.email,
  isElapsed,
  redirectTo: confirmation.redirectTo,
})

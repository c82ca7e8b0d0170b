import type { AnswerContext } from "../engine/answer-context.ts"
import type { GId, Instant, UId, WId } from "../model/ids.ts"
import type { Confirmation } from "../model/records/confirmation.ts"
import type { Group } from "../model/records/group.ts"
import type { User } from "../model/records/user.ts"
import type { Workspace } from "../model/records/workspace.ts"
import type { HeldRole } from "../people/users/held-roles.ts"
import type { RoleAnswer } from "./settings.ts"
import { answerRole } from "./settings.ts"

/** A person: nothing of their password, tokens or keys. */
export interface UserAnswer {
  /** ID of the user. */
  readonly uId: UId
  /** Lower-cased. */
  readonly email: string
  /** What they are called. */
  readonly username: string
  /** What their workspace calls them; `""` = nothing. */
  readonly userCode: string
  /** Whether they have confirmed their address. */
  readonly confirmed: boolean
  /** Whether a mail went out to them. */
  readonly emailSent: boolean
  /** What applications keep of them; null is nothing. */
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  /** When they logged in last: ISO 8601 in UTC with milliseconds; null is never. */
  readonly lastLoginAt: Instant | null
  /** When they were made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** When they were changed last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
}

/** A node of a workspace's group tree. */
export interface GroupAnswer {
  /** ID of the group. */
  readonly gId: GId
  /** Display ID of the group. */
  readonly displayId: string
  /** What it is called. */
  readonly name: string
  /** Position among its siblings, from 0. */
  readonly index: number
  /** Whether it is the top group of its workspace. */
  readonly isRoot: boolean
}

/** A group with all below it. */
export interface GroupTreeAnswer extends GroupAnswer {
  /** The groups right below it, by index. */
  readonly children: readonly GroupTreeAnswer[]
}

/** A tenant. */
export interface WorkspaceAnswer {
  /** ID of the workspace. */
  readonly wId: WId
  /** What it is called. */
  readonly name: string
}

/** A role that a user holds, and where. */
export interface HeldRoleAnswer extends RoleAnswer {
  /** Display ID. */
  readonly application: string
}

/** A link of a mail that was followed. */
export interface LinkAnswer {
  /** The address that the link was sent for. */
  readonly email: string
  /** Whether the link is too old. */
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

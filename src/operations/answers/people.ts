import type { AnswerContext } from "../../engine/index.ts"
import type { Confirmation, Group, User, UserFacts, Workspace } from "../../model/records/index.ts"
import type { HeldRole } from "../../people/index.ts"
import { answerRole } from "./settings.ts"

export type GroupAnswer = Pick<Group, "gId" | "displayId" | "name" | "index" | "isRoot">

/** A group with its child groups and their descendants. */
export interface GroupTreeAnswer extends GroupAnswer {
  /** Child groups in index order. */
  readonly children: readonly GroupTreeAnswer[]
}

/** Result of opening a link from a mail. */
export interface LinkAnswer {
  /** E-mail address that the link was sent to. */
  readonly email: string
  readonly isElapsed: boolean
  readonly redirectTo: string
}

export const answerUser = (user: User): UserFacts => ({
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

export const answerUsers = (users: readonly User[]) => ({ users: users.map(answerUser) })

export const answerGroup = ({ gId, displayId, name, index, isRoot }: Group): GroupAnswer => ({
  gId,
  displayId,
  name,
  index,
  isRoot,
})

export interface GroupTree {
  readonly group: Group
  /** Child groups in index order. */
  readonly children: readonly GroupTree[]
}

export const answerGroupTree = ({ group, children }: GroupTree): GroupTreeAnswer => ({
  ...answerGroup(group),
  children: children.map(answerGroupTree),
})

export const answerWorkspace = ({ wId, name }: Workspace): Pick<Workspace, "wId" | "name"> => ({ wId, name })

export const answerHeldRole = ({ role, application }: HeldRole) => ({
  ...answerRole(role),
  application: application.displayId,
})

/** A confirmation whose link a user has opened. `isElapsed` is true if it has expired. */
export interface FollowedLink {
  readonly confirmation: Confirmation
  readonly isElapsed: boolean
}

export const answerLink = (_: AnswerContext, { confirmation, isElapsed }: FollowedLink): LinkAnswer => ({
  email: confirmation.email,
  isElapsed,
  redirectTo: confirmation.redirectTo,
})

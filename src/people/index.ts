export { makeApplication } from "./applications/make-application.ts"
export { CONFIRMATION_ID_LENGTH, issueConfirmation, moveConfirmations, useUp } from "./confirmations/issue.ts"
export { elapsesAt, findConfirmation, isElapsed, isPending, requirePending } from "./confirmations/life.ts"
export { invitationTarget, passwordTarget, redirectTarget } from "./confirmations/redirect.ts"
export { defaultPicture } from "./users/default-picture.ts"
export { type HeldRole, heldRoles, roleReader } from "./users/held-roles.ts"
export {
  CLASH_TEXT,
  findByIdentity,
  findClash,
  refuseClash,
  requireUserCode,
  requireUsername,
  workspacesOf,
} from "./users/identity.ts"
export { listMembers } from "./users/list-members.ts"
export { lockoutAfterFailure } from "./users/lockout.ts"
export { makeUser } from "./users/make-user.ts"
export { policyOf, requireAllowedPassword, setPasswordOf, weaknessOf } from "./users/password.ts"
export { putInGroup } from "./users/put-in-group.ts"
export { findUserByReference, requireUser } from "./users/reference.ts"
export { findToken, holderOf, issueToken, revokeTokens, userOfToken } from "./users/tokens.ts"
export { findPublicCall } from "./workspaces/find-public-call.ts"
export { makeBot } from "./workspaces/make-bot.ts"
export { makeWorkspace } from "./workspaces/make-workspace.ts"

import type { ConfirmedEmail, ConfirmedRegistration } from "../../../../src/operations/index.ts"
import type { WireConfirmedEmail, WireConfirmedRegistration } from "../../contract/people-shapes/confirmations.ts"
import { presentWholeGroup } from "./groups.ts"

/** Builds the JSON response of ConfirmUserEmail (api.md section 3.2). */
export const presentConfirmedEmail = ({
  confirmation,
  isElapsed,
  user,
  topGroup,
}: ConfirmedEmail): WireConfirmedEmail => ({
  user: {
    confirmation_id: confirmation.confirmationId,
    email: confirmation.email,
    tmp_email: confirmation.tmpEmail ?? "",
    id: user.uId,
    username: user.username,
    current_workspace_id: user.currentWId ?? "",
    email_confirmed: confirmation.emailConfirmed,
    confirmed: user.confirmed,
    isElapsed,
    workspace: topGroup === null ? undefined : presentWholeGroup(topGroup),
  },
})

/** Builds the JSON response of ConfirmRegistration (api.md section 4.2). */
export const presentConfirmedRegistration = ({
  confirmation,
  isElapsed,
  user,
}: ConfirmedRegistration): WireConfirmedRegistration => ({
  user: {
    confirmation_id: confirmation.confirmationId,
    email: confirmation.email,
    id: user.uId,
    username: user.username,
    confirmed: user.confirmed,
    isElapsed,
    email_confirmed: confirmation.emailConfirmed,
  },
})

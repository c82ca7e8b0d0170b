import { addSeconds } from "../../../src/model/index.ts"
import type { User, Workspace } from "../../../src/model/records/index.ts"
import type { View } from "../../../src/state/index.ts"
import { presentConfirmedEmail, presentConfirmedRegistration, table } from "../../api/index.ts"
import { root, SUCCESS } from "../root.ts"

interface Invitee {
  readonly email: string
  readonly user_code?: string | null
}

interface Invitation {
  readonly payload: { readonly users: readonly Invitee[] }
}

interface Confirming {
  readonly confirmationId: string
}

/** Roots on sessions and users (graphql.md section 3.1). */
export const peopleRoots = {
  login: root(table.login),
  logout: root(table.logout, { answer: () => SUCCESS }),
  userInfo: root(table.getUserInfo, {
    answer: (_, call) => {
      const info = call.present()
      return { ...info, is_ws_admin: String(info.is_ws_admin) }
    },
  }),
  userPasswordExpiry: root(table.getUserInfo, {
    answer: ({ user, currentWId }, { view }) => ({
      is_expired: currentWId !== null && isExpired(view, user, view.expect("workspaces", currentWId)),
    }),
  }),
  userRegister: root(table.confirmRegistration, {
    toWire: ({ confirmationId }: Confirming) => ({ id: confirmationId }),
    answer: (confirmed) => presentConfirmedRegistration(confirmed),
  }),
  userRegisterConfirm: root(table.registerUser),
  userConfirmations: root(table.confirmUserEmail, {
    toWire: ({ confirmationId }: Confirming) => ({ confirmation_id: confirmationId }),
    answer: (confirmed) => presentConfirmedEmail(confirmed),
  }),
  postInviteUsers: root(table.userInvite, {
    toWire: ({ payload }: Invitation) => ({
      users: payload.users.map(({ email, user_code }) => ({ email, user_code })),
    }),
  }),
}

const DAY_SECONDS = 86_400

/** Returns whether the password is older than the workspace's policy allows. */
function isExpired({ now }: View, { passwordChangedAt }: User, { passwordPolicy }: Workspace): boolean {
  const { useExpiredDay, expiredDay } = passwordPolicy
  return useExpiredDay && passwordChangedAt !== null && now > addSeconds(passwordChangedAt, expiredDay * DAY_SECONDS)
}

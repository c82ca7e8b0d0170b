import { table } from "../../api/index.ts"
import { root, SUCCESS } from "../root.ts"

/** Roots on sessions and users (graphql.md section 3.1). */
export const peopleRoots = {
  login: root(table.login),
  logout: root(table.logout, { answer: () => SUCCESS }),
  userInfo: root(table.getUserInfo, {
    answer: (_, call) => {
      const info = call.present() as { readonly is_ws_admin: boolean }
      return { ...info, is_ws_admin: String(info.is_ws_admin) }
    },
  }),
}

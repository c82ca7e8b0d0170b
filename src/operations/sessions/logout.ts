import { command } from "../../engine/index.ts"
import { optionalString } from "../../model/input/index.ts"

/** Revokes the caller's token, even if a fixture defined the token. Does nothing if the call has no token. (api.md section 9.2) */
export const logout = command({
  name: "Logout",
  summary: "Revokes the request's token",
  input: () => ({ token: optionalString("The token to revoke") }),
  execute(tx, { principal }, { token }): void {
    if (token !== undefined && tx.get("tokens", token)?.uId === principal.uId) tx.remove("tokens", token)
  },
})

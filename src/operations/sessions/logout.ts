import { command } from "../../engine/use-case.ts"

/** Logout (api.md section 9.2): revokes the token, fixed ones of a fixture too. */
export const logout = command<{ readonly token: string }, void>("Logout", (tx, actor, { token }) => {
  if (tx.get("tokens", token)?.uId === actor.uId) tx.remove("tokens", token)
})

import { anybody, command } from "../../engine/use-case.ts"

/** Logout (api.md section 9.2): revokes the token, fixed ones of a fixture too. Without one there is nothing to do. */
export const logout = command("Logout", {
  enter: anybody,
  run(tx, { actor }, { token }: { readonly token: string | null }): void {
    if (token !== null && tx.get("tokens", token)?.uId === actor.uId) tx.remove("tokens", token)
  },
})

import { anybody, command } from "../../engine/use-case.ts"

export interface Logout {
  /** The token to revoke; null: none. */
  readonly token: string | null
}

/** Logout (api.md section 9.2): revokes the token, fixed ones of a fixture too. Without one there is nothing to do. */
export const logout = command("Logout", {
  enter: anybody,
  run(tx, { actor }, { token }: Logout): void {
    if (token !== null && tx.get("tokens", token)?.uId === actor.uId) tx.remove("tokens", token)
  },
})

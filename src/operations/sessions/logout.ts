import * as z from "zod"
import { command, nothing } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"

/** Revokes the token, fixed ones of a fixture too; without one nothing happens. (api.md section 9.2) */
export const logout = command({
  name: "Logout",
  summary: "Revoke the presented token",
  input: () => object({ token: z.string().describe("The token to revoke").optional() }),
  execute(tx, { principal }, { token }): void {
    if (token !== undefined && tx.get("tokens", token)?.uId === principal.uId) tx.remove("tokens", token)
  },
  answer: nothing,
})

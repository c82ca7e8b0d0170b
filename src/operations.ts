import { getItemDetails } from "./items/get-item-details.ts"
import type { Caller } from "./use-case.ts"
import { getUserInfo } from "./users/get-user-info.ts"
import { logout } from "./users/log-out.ts"

/** Every use case that needs a user, by operation name: what `world.as(user)` offers. */
export const operations = {
  logout,
  getUserInfo,
  getItemDetails,
}

type Bound<F> = F extends (caller: Caller, input: infer I) => infer O ? (input: I) => O : never

/** The use cases bound to one user, typed, without HTTP (design section 10). */
export type Acting = { readonly [N in keyof typeof operations]: Bound<(typeof operations)[N]> }

export const actAs = (caller: Caller): Acting =>
  Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [name, (input: never) => run(caller, input)]),
  ) as unknown as Acting

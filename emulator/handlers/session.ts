import { login, logout } from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"

export const sessionHandlers = {
  login: handler<typeof table.login>(async ({ world, body }) => ({
    token: await login(world, {
      email: body.email,
      userCode: body.user_code,
      password: body.password,
      exclusiveWId: body.exclusive_w_id,
    }),
  })),
  logout: handler<typeof table.logout>(async ({ caller, facts }) => {
    if (facts.token !== null) await logout(caller, { token: facts.token })
    return null
  }),
}

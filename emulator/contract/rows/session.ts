import * as z from "zod"
import { row } from "../row.ts"
import { body, lazy, optionalId } from "../shapes.ts"

/** api.md section 9: session. */
export const sessionRows = {
  login: row({
    operation: "Login",
    method: "post",
    paths: ["/login"],
    tag: "session",
    summary: "Exchange e-mail address or user code and password for a token",
    auth: "public",
    body: lazy(() =>
      body({
        email: z.string().optional(),
        user_code: z.string().optional(),
        password: z.string(),
        exclusive_w_id: optionalId(),
      }),
    ),
    answer: lazy(() => z.object({ token: z.string() })),
    source: "docs",
  }),
  logout: row({
    operation: "Logout",
    method: "post",
    paths: ["/users/logout"],
    tag: "session",
    summary: "Revoke the presented token",
    auth: "token",
    answer: lazy(() => z.null()),
    source: "docs",
  }),
} as const

import * as z from "zod"
import { row } from "../../row.ts"
import { answer, anyObject, body, lazy, nothing, optionalId } from "../../shapes.ts"

/** api.md section 9: session. */
export const sessionRows = {
  login: row({
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
    answer: lazy(() => answer({ token: z.string() })),
    errors: { token: { status: 401 } },
    source: "docs",
  }),
  logout: row({
    method: "post",
    paths: ["/users/logout"],
    tag: "session",
    summary: "Revoke the presented token",
    auth: "token",
    answer: nothing,
    source: "docs",
  }),
  unauthorizedCall: row({
    method: "post",
    paths: ["/auth/unauthorized-call"],
    tag: "session",
    summary: "Run a whitelisted operation without a token",
    auth: "public",
    body: lazy(() =>
      body({
        method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
        uri: z.string(),
        payload: anyObject().optional(),
        query: anyObject().optional(),
      }),
    ),
    answer: { kind: "passthrough" },
    source: "docs",
  }),
} as const

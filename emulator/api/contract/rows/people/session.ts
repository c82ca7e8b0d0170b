import * as z from "zod"
import { login, logout } from "../../../../../src/inside.ts"
import { row } from "../../declared-row.ts"
import { plainRow } from "../../row.ts"
import { answer, anyObject, body, lazy, nothing } from "../../../../contract/shapes.ts"

/** api.md section 9: session. */
export const sessionRows = {
  login: row(login, {
    method: "post",
    paths: ["/login"],
    tag: "session",
    answer: lazy(() => answer({ token: z.string() })),
    present: (token) => ({ token }),
    source: "docs",
  }),
  logout: row(logout, {
    method: "post",
    paths: ["/users/logout"],
    tag: "session",
    wire: { token: null },
    toInput: ({ token }) => ({ token: token ?? undefined }),
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  unauthorizedCall: plainRow({
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

import * as z from "zod"
import { login, logout } from "../../../../../src/operations/list.ts"
import { row } from "../../declared-row.ts"
import { plainRow } from "../../row.ts"
import { answerOf, anyObject, body, lazy, NOTHING } from "../../shapes.ts"

/** Operations on sessions (api.md section 9). */
export const sessionRows = {
  login: row(login, "post /login", {
    answer: answerOf(() => ({
      token: z.string().describe("Token for the header Authorization: Bearer; valid for one day by default"),
    })),
    present: (token) => ({ token }),
  }),
  logout: row(logout, "post /users/logout", {
    wire: { token: null },
    toInput: ({ token }) => ({ token: token() ?? undefined }),
    ...NOTHING,
  }),
  unauthorizedCall: plainRow({
    method: "post",
    paths: ["/auth/unauthorized-call"],
    summary: "Runs an operation from the list of public calls, without a token",
    auth: "public",
    body: lazy(() =>
      body({
        method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).describe("Method of the call"),
        uri: z.string().describe("Path of the call, below /api/v0"),
        payload: anyObject().optional().describe("Body of the call"),
        query: anyObject().optional().describe("Query parameters of the call, by name"),
      }),
    ),
    answer: { kind: "passthrough" },
    source: "docs",
  }),
} as const

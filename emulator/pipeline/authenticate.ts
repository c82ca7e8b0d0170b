import { type Engine, findToken, type UId } from "../../src/inside.ts"
import type { Row } from "../api/contract/row.ts"
import type { RequestHeaders } from "../wire/request-headers.ts"

/** The token of an Authorization header; null without one that is well formed. */
export const bearer = (headers: RequestHeaders): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null

/** The user of the request, as the row asks for one; null where nobody needs to be known. Refuses with 401. */
export function authenticate(engine: Engine, row: Row, headers: RequestHeaders): UId | null {
  if (row.auth === "public") return null
  const header = headers.get("authorization")
  if (row.auth === "optional" && header === null) return null
  return findToken(engine.view(), header === null ? undefined : (bearer(headers) ?? "")).uId
}

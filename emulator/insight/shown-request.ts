/** A request that a way to success shows, and that a client can send (insight.md section 2). */
export interface ShownRequest {
  readonly method: string
  /** Path with /api/v0 or /graphql, and with the query. */
  readonly path: string
  /** The user: e-mail address, `e-mail#user_code` or u_id. Absent for operations that need no user. */
  readonly as?: string
  /** JSON body; absent if the request has none. */
  readonly body?: unknown
}

import { DomainError } from "../src/index.ts"
import { docsPages } from "./http/docs-page.ts"
import { presentError } from "./http/errors.ts"
import { type Reply, withHeaders } from "./http/reply.ts"
import { dashboardPages } from "./ui-pages.ts"

/** What is served besides the two planes: the dashboard and the documents, by path. */
const PAGES: Readonly<Record<string, () => Reply | Promise<Reply>>> = { ...dashboardPages, ...docsPages }

export function findPage(method: string, path: string): Reply | Promise<Reply> | undefined {
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined
  if (page === undefined) return undefined
  if (method === "GET" || method === "HEAD") return page()
  const refused = new DomainError("INVALID_PARAMS", "params", `method ${method} is not allowed here`)
  return withHeaders(presentError(refused, { errors: { params: { status: 405 } } }), { allow: "GET, HEAD" })
}

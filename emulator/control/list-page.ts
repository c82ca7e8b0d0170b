import type { Context } from "hono"
import { JsonText } from "../presenters/json-text.ts"
import { jsonReply, withHeaders } from "../wire/reply.ts"
import { answerControl } from "./control-env.ts"
import { queryCount } from "./query.ts"

/** The most elements of a page, and the characters after which it takes no further one. */
const LARGEST_PAGE = 1000
const LARGEST_TEXT = 16 * 1_048_576

/** Of which end of a list the first page is; within a page the order is the list's. */
export type From = "first" | "latest"

/**
 * A list of the control plane, a page of it: query `limit` and `offset` (control.md section 3, "lists"). The header Link leads to the
 * next page while there is one.
 */
export function answerWithList<T>(
  context: Pick<Context, "req">,
  name: string,
  list: readonly T[],
  present: (element: T) => unknown,
  from: From = "first",
): Response {
  const { req } = context
  const offset = queryCount(req, "offset") ?? 0
  const limit = Math.min(queryCount(req, "limit") ?? LARGEST_PAGE, LARGEST_PAGE)
  const end = Math.min(list.length, offset + limit)
  const page: string[] = []
  let length = 0
  let next = offset
  for (; next < end && length < LARGEST_TEXT; next += 1) {
    const text = JSON.stringify(present(list[from === "first" ? next : list.length - 1 - next] as T))
    length += text.length
    page.push(text)
  }
  if (from === "latest") page.reverse()
  const reply = jsonReply(200, new JsonText(`{${JSON.stringify(name)}:[${page.join(",")}]}`))
  const isLast = next >= list.length || limit === 0
  return answerControl(
    context,
    isLast ? reply : withHeaders(reply, { link: `<${following(req.url, next)}>; rel="next"` }),
  )
}

/** The same address, relative to itself, of the page that begins at `offset`. */
function following(url: string, offset: number): string {
  const query = new URL(url).searchParams
  query.set("offset", String(offset))
  return `?${query}`
}

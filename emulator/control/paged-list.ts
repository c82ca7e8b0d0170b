import type { AnsweredContext } from "../http/respond.ts"
import { JsonText } from "../presenters/json-text.ts"
import { anyJsonReply, type Reply, withHeaders } from "../wire/reply.ts"
import { answerAny } from "./control-env.ts"

/** The most elements of a page, and the characters after which it takes no further one. */
const LARGEST_PAGE = 1000
const LARGEST_TEXT = 16 * 1_048_576

/** Of which end of a list the first page is; within a page the order is the list's. */
export type From = "first" | "latest"

/** The only member of `A` that is a list. */
type ElementOf<A> = A extends Readonly<Record<string, infer L>> ? (L extends readonly (infer E)[] ? E : never) : never

/** A list of the control plane that is written out page by page; `A`: the JSON of the whole. */
export interface PagedList<A> {
  readonly name: string
  readonly length: number
  readonly from: From
  /** The element at a place, as JSON. */
  readonly at: (place: number) => unknown
  /** Never there: it ties the listing to what it lists. */
  readonly of?: A
}

const listings = new WeakSet<object>()

/** A list under its name in the answer. Only the elements of the page that is asked for are presented. */
export function listing<A, T>(
  name: keyof A & string,
  list: readonly T[],
  present: (element: T) => ElementOf<A>,
  from: From = "first",
): PagedList<A> {
  const made: PagedList<A> = { name, length: list.length, from, at: (place) => present(list[place] as T) }
  listings.add(made)
  return made
}

export const isPagedList = <A>(told: A | PagedList<A>): told is PagedList<A> =>
  typeof told === "object" && told !== null && listings.has(told)

/** The page of a list that the query asks for, `limit` and `offset` (control.md section 3, "lists"). */
export const answerWithPage = (context: AnsweredContext, list: PagedList<unknown>): Promise<Response> =>
  answerAny(context, () => pageReply(context, list))

function pageReply({ req }: AnsweredContext, { name, length: all, from, at }: PagedList<unknown>): Reply {
  const offset = Number(req.query("offset") ?? 0)
  const limit = Math.min(Number(req.query("limit") ?? LARGEST_PAGE), LARGEST_PAGE)
  const end = Math.min(all, offset + limit)
  const page: string[] = []
  let length = 0
  let next = offset
  for (; next < end && length < LARGEST_TEXT; next += 1) {
    const text = JSON.stringify(at(from === "first" ? next : all - 1 - next))
    length += text.length
    page.push(text)
  }
  if (from === "latest") page.reverse()
  const reply = anyJsonReply(200, new JsonText(`{${JSON.stringify(name)}:[${page.join(",")}]}`))
  const isLast = next >= all || limit === 0
  return isLast ? reply : withHeaders(reply, { link: `<${following(req.url, next)}>; rel="next"` })
}

/** The same address, relative to itself, of the page that begins at `offset`. */
function following(url: string, offset: number): string {
  const query = new URL(url).searchParams
  query.set("offset", String(offset))
  return `?${query}`
}

import { type AnsweredContext, anyJsonReply, type Reply, weigh, withHeaders } from "../wire/index.ts"
import { answerAny } from "./control-env.ts"

/** Maximum number of elements on a page, and the number of characters after which a page ends. */
const MAX_ELEMENTS = 1000
const MAX_CHARACTERS = 16 * 1_048_576

/** The end of the list that the first page contains. Elements on a page are always in list order. */
export type From = "first" | "latest"

/** Element type of the only list property of `A`. */
type ElementOf<A> = A extends Readonly<Record<string, infer L>> ? (L extends readonly (infer E)[] ? E : never) : never

/** A list that is returned page by page. `A` is the type of the whole response. */
export interface PagedList<A> {
  readonly name: string
  readonly length: number
  readonly from: From
  /** Returns the element at an index, converted for the response. */
  readonly at: (place: number) => unknown
  /** Never set; it only carries the type `A`. */
  readonly of?: A
}

const listings = new WeakSet<object>()

/** Creates a paged list. `present` is called only for the elements on the requested page. */
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

export const isPagedList = <A>(answer: A | PagedList<A>): answer is PagedList<A> =>
  typeof answer === "object" && answer !== null && listings.has(answer)

/** Responds with the page selected by `limit` and `offset` (control.md section 3, "lists"). */
export const answerWithPage = (context: AnsweredContext, list: PagedList<unknown>): Promise<Response> =>
  answerAny(context, () => pageReply(context, list))

function pageReply({ req }: AnsweredContext, { name, length: all, from, at }: PagedList<unknown>): Reply {
  const offset = Number(req.query("offset") ?? 0)
  const limit = Math.min(Number(req.query("limit") ?? MAX_ELEMENTS), MAX_ELEMENTS)
  const end = Math.min(all, offset + limit)
  const page: unknown[] = []
  let length = 0
  let next = offset
  for (; next < end && length < MAX_CHARACTERS; next += 1) {
    const element = at(from === "first" ? next : all - 1 - next)
    length += weigh(element, MAX_CHARACTERS)
    page.push(element)
  }
  if (from === "latest") page.reverse()
  const reply = anyJsonReply(200, { [name]: page })
  const isLast = next >= all || limit === 0
  return isLast ? reply : withHeaders(reply, { link: `<${following(req.url, next)}>; rel="next"` })
}

/** Returns the URL of the page at an offset, relative to the request's URL. */
function following(url: string, offset: number): string {
  const query = new URL(url).searchParams
  query.set("offset", String(offset))
  return `?${query}`
}

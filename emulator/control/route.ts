import type { Context, Hono } from "hono"
import * as z from "zod"
import { check, invalidParams } from "../../src/inside.ts"
import type { Segments } from "../api/contract/row.ts"
import { lazy } from "../contract/shapes.ts"
import { jsonOf, readBytes } from "../api/http/body.ts"
import { fence } from "../api/http/read-barrier.ts"
import { type JsonLimits, tooLarge, USUAL_LIMITS } from "../api/http/limits.ts"
import { isForm, readForm } from "../api/http/multipart.ts"
import type { FilePart } from "../wire/form.ts"
import { anyJsonReply } from "../wire/reply.ts"
import type { NamedWorld, Worlds } from "../worlds/worlds.ts"
import { answerAny, type ControlEnv } from "./control-env.ts"
import { answerWithPage, isPagedList, type PagedList } from "./paged-list.ts"
import { pageQuery } from "./shapes/query.ts"

type ControlMethod = "GET" | "POST" | "PUT" | "DELETE"

/** Method and path below `/_hexarium`, `:name` a parameter. */
export type RouteKey = `${ControlMethod} /${string}`

/** A text that is answered as it is, by its content type. */
export interface TextAnswer {
  readonly contentType: string
  readonly description: string
}

/** The outside of a route as data (control.md section 3). Schemas are thunks, made when they are first needed. */
export interface RouteWords {
  /** Name in camelCase; no two routes have the same. */
  readonly name: string
  readonly summary: string
  /** What else is to be known. */
  readonly description?: string
  /** Anchor of its promise in control.md. */
  readonly anchor: string
  /** What each parameter of the path is, but for the world's name. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: () => z.ZodObject
  /** JSON body; none: `{}` or nothing. */
  readonly body?: () => z.ZodType
  /** What clients call the body that is given as a whole; without a name they give its members. */
  readonly bodyName?: "fixture"
  readonly limits?: JsonLimits
  /** The body may also be a form: a part for each property, in JSON where `jsonParts` says so, and one part `file`. */
  readonly jsonParts?: readonly string[]
  /** JSON of this schema, or a text. */
  readonly answer: (() => z.ZodType) | TextAnswer
  readonly status?: 201
  /** The answer is a list, a page of it (control.md section 3, "lists"). */
  readonly isList?: true
  /** Statuses it refuses with besides those that follow from world, query and body. */
  readonly refuses?: readonly (400 | 404 | 409 | 503)[]
}

type Path<At extends RouteKey> = At extends `${string} ${infer P}` ? P : never

/** The parameters of a path, as they are named in it. */
export type RouteParams<At extends RouteKey> = { readonly [N in Segments<Path<At>>]: string }

type Out<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : undefined
type In<T> = T extends () => infer S ? (S extends z.ZodType ? z.input<S> : never) : undefined

/** What a route answers as JSON. */
export type RouteAnswer<W extends RouteWords> = W["answer"] extends () => infer S
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : string

interface Page {
  /** At most so many elements; 1000 at most, which it is unless given. */
  readonly limit?: number | undefined
  /** How many elements to leave out. */
  readonly offset?: number | undefined
}

/** What a query holds once it is read. */
export type RouteQuery<W extends RouteWords> = W extends { readonly query: infer Q } ? Out<Q> : Record<never, never>

/** What a client may say in a query. */
export type RouteQueryInput<W extends RouteWords> = RouteQuery<W> &
  (W extends { readonly isList: true } ? Page : unknown)

/** What a client sends as body. */
export type RouteBodyInput<W extends RouteWords> = W extends { readonly body: infer B } ? In<B> : undefined

/** A request that has passed guard, world, query and body. */
export interface ControlCall<At extends RouteKey, W extends RouteWords> {
  readonly params: RouteParams<At>
  readonly query: RouteQuery<W>
  readonly body: W extends { readonly body: infer B } ? Out<B> : undefined
  /** The part `file` of a form. */
  readonly file: FilePart | undefined
  readonly worlds: Worlds
  /** The world `:w` of the path. */
  readonly named: "w" extends Segments<Path<At>> ? NamedWorld : undefined
  readonly context: Context<ControlEnv>
}

type Told<A> = A | PagedList<A> | Response

/** A route of the control plane: what it is called, what goes in and out, and what it does. */
export interface Route<At extends RouteKey = RouteKey, W extends RouteWords = RouteWords> {
  readonly at: At
  readonly words: W
  /** Adds the route to the app of the control plane. */
  mount(control: Hono<ControlEnv>): void
}

const takesNothing = lazy(() => z.strictObject({}))

/**
 * Declares a route. Its handler is asked once the world of the path is found and query and body fit, in this order; it answers JSON,
 * a `listing` or a response of its own.
 */
export const route = <const At extends RouteKey, const W extends RouteWords>(
  at: At,
  words: W,
  run: (call: ControlCall<At, W>) => Told<RouteAnswer<W>> | Promise<Told<RouteAnswer<W>>>,
): Route<At, W> => ({
  at,
  words,
  mount(control) {
    const { method, path } = splitKey(at)
    control.on(method, path, async (context) => {
      const call = await readCall(context, at, words)
      const { named } = call
      const act = () => run(call as ControlCall<At, W>)
      const told = await (named !== undefined && isOfDashboard(context) ? named.events.actingForDashboard(act) : act())
      if (told instanceof Response) return told
      if (isPagedList(told)) return await answerWithPage(context, told)
      return await answerAny(context, () => anyJsonReply(words.status ?? 200, told ?? null))
    })
  },
})

/** Whether a page of this server changes something for whoever looks at it. Pages of others have been refused before. */
const isOfDashboard = ({ req }: Context<ControlEnv>): boolean =>
  req.method !== "GET" &&
  req.header("x-hexarium-observe") === "1" &&
  (req.header("origin") !== undefined || req.header("sec-fetch-site") === "same-origin")

/** Method and path of a route. */
export function splitKey(at: RouteKey): { readonly method: string; readonly path: string } {
  const [method = "", path = ""] = at.split(" ")
  return { method, path }
}

/** What the query of a route may hold. */
export const queryOf = ({ query, isList }: RouteWords): z.ZodObject | undefined =>
  isList === true ? (query?.().extend(pageQuery().shape) ?? pageQuery()) : query?.()

async function readCall(context: Context<ControlEnv>, at: RouteKey, words: RouteWords) {
  const { req } = context
  const worlds = context.get("worlds")
  const isOfWorld = at.includes("/:w")
  const replicas = context.get("replicas")
  if (replicas.isShared && context.get("reads") === "fenced" && at.includes(" /worlds")) await replicas.refresh()
  const named = isOfWorld ? worlds.require(req.param("w") ?? "") : undefined
  if (named !== undefined) {
    context.set("named", named)
    await fence(context, named, context.get("reads"))
  }
  const schema = queryOf(words)
  const query = schema === undefined ? {} : check(schema, req.query())
  const { body, file } = at.startsWith("GET ") ? {} : await readBody(context, words)
  return { params: req.param(), query, body, file, worlds, named, context }
}

async function readBody(context: Context<ControlEnv>, words: RouteWords) {
  const { limits = USUAL_LIMITS, jsonParts, body = takesNothing } = words
  const contentType = context.req.header("content-type") ?? null
  if (jsonParts === undefined || contentType === null || !isForm(contentType)) {
    const bytes = await readBytes(context, limits.bytes)
    return { body: check(body(), jsonOf(bytes, contentType, limits)), file: undefined }
  }
  const { fields, files } = await readForm(context)
  const [file, ...more] = files
  if (more.length > 0 || (file !== undefined && file.name !== "file")) {
    throw invalidParams('the form takes one file, in the part "file"')
  }
  const given = Object.entries(fields).map(([name, text]) => [
    name,
    jsonParts.includes(name) ? jsonOfPart(text, limits) : text,
  ])
  return { body: check(body(), Object.fromEntries(given)), file }
}

function jsonOfPart(text: string, limits: JsonLimits): unknown {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > limits.bytes) throw tooLarge(limits.bytes)
  return jsonOf(bytes, "application/json", limits)
}

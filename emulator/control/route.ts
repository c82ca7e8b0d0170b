import type { Context } from "hono"
import * as z from "zod"
import { invalidParams, type Lang, oncePer } from "../../src/model/index.ts"
import { check } from "../../src/model/input/index.ts"
import type { View } from "../../src/state/index.ts"
import {
  isForm,
  type JsonLimits,
  jsonOf,
  readBarrier,
  readBytes,
  readForm,
  type Segments,
  strictObjectOf,
  tooLarge,
  USUAL_LIMITS,
} from "../api/index.ts"
import { anyJsonReply, type FilePart } from "../wire/index.ts"
import { atVersion, type NamedWorld, onlyNow, splitVersion, viewIn, type Worlds } from "../worlds/index.ts"
import { answerAny, type ControlEnv } from "./control-env.ts"
import { answerWithPage, isPagedList, type PagedList } from "./paged-list.ts"
import { languageQuery, pageQuery } from "./shapes/query.ts"

type ControlMethod = "GET" | "POST" | "PUT" | "DELETE"

/** Method and path below `/_hexarium`, in which `:name` is a parameter. */
export type RouteKey = `${ControlMethod} /${string}`

export interface TextAnswer {
  readonly contentType: string
  readonly description: string
}

/** Describes a route's interface (control.md section 3). Schemas are functions, to be created on first use. */
export interface RouteWords {
  /** Unique route name in camelCase. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  /** Anchor of the route's section in control.md. */
  readonly anchor: string
  /** Descriptions of the path parameters other than `w`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: () => z.ZodObject
  /** Schema of the JSON body. Default: an empty body or `{}`. */
  readonly body?: () => z.ZodType
  /** Name of the client argument that holds the whole body. By default, each body property is an argument. */
  readonly bodyName?: "fixture"
  readonly limits?: JsonLimits
  /** If set, a form is accepted too: a part per property (JSON for those in `jsonParts`) and a part `file`. */
  readonly jsonParts?: readonly string[]
  readonly answer: (() => z.ZodType) | TextAnswer
  readonly status?: 201
  /** If set, the response is one page of a list (control.md section 3, "lists"). */
  readonly isList?: true
  /** If set, the response contains names, and the query may select their language (control.md section 3, "names"). */
  readonly hasNames?: true
  /** If set, the world may be named with a version, as `NAME@VERSION`, because the route only reads the state (insight.md section 1). */
  readonly readsVersions?: true
  /** Error statuses other than those for the world, query and body. */
  readonly refuses?: readonly (400 | 404 | 409 | 503)[]
}

type Path<At extends RouteKey> = At extends `${string} ${infer P}` ? P : never

type Params = Readonly<Record<string, string>>

export type RouteParams<At extends RouteKey> = { readonly [N in Segments<Path<At>>]: string }

type Out<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : undefined
type In<T> = T extends () => infer S ? (S extends z.ZodType ? z.input<S> : never) : undefined

export type RouteAnswer<W extends RouteWords> = W["answer"] extends () => infer S
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : string

interface Page {
  /** Maximum number of elements on the page. Default and upper limit: 1000. */
  readonly limit?: number | undefined
  /** Number of elements to skip. Default: 0. */
  readonly offset?: number | undefined
}

interface Language {
  /** Language of names in the response. Default: the world's language. */
  readonly lang?: Lang | undefined
}

export type RouteQuery<W extends RouteWords> = (W extends { readonly query: infer Q } ? Out<Q> : Record<never, never>) &
  (W extends { readonly hasNames: true } ? Language : unknown)

export type RouteQueryInput<W extends RouteWords> = RouteQuery<W> &
  (W extends { readonly isList: true } ? Page : unknown)

export type RouteBodyInput<W extends RouteWords> = W extends { readonly body: infer B } ? In<B> : undefined

export interface ControlCall<At extends RouteKey, W extends RouteWords> {
  readonly params: RouteParams<At>
  readonly query: RouteQuery<W>
  readonly body: W extends { readonly body: infer B } ? Out<B> : undefined
  readonly file: FilePart | undefined
  readonly worlds: Worlds
  readonly named: "w" extends Segments<Path<At>> ? NamedWorld : undefined
  /** Returns a view of the world, with names in the requested language. */
  readonly view: "w" extends Segments<Path<At>> ? () => View : undefined
  readonly context: Context<ControlEnv>
}

type RouteResult<A> = A | PagedList<A> | Response

export interface Route<At extends RouteKey = RouteKey, W extends RouteWords = RouteWords> {
  readonly at: At
  readonly words: W
  /** Answers a request to this route. `params` are the path's parameters. */
  serve(context: Context<ControlEnv>, params: Params): Promise<Response>
}

const takesNothing = strictObjectOf(() => ({}))

/** Declares a route. `run` is called after all checks and returns JSON, a `listing` or a `Response`. */
export const route = <const At extends RouteKey, const W extends RouteWords>(
  at: At,
  words: W,
  run: (call: ControlCall<At, W>) => RouteResult<RouteAnswer<W>> | Promise<RouteResult<RouteAnswer<W>>>,
): Route<At, W> => ({
  at,
  words,
  async serve(context, params) {
    const call = await readCall(context, at, words, params)
    const { named } = call
    const act = () => run(call as ControlCall<At, W>)
    const result = await (named !== undefined && isOfDashboard(context) ? named.events.actingForDashboard(act) : act())
    if (result instanceof Response) return result
    if (isPagedList(result)) return await answerWithPage(context, result)
    return await answerAny(context, () => anyJsonReply(words.status ?? 200, result ?? null))
  },
})

/** Returns whether the request comes from this server's dashboard; the guard has already refused foreign pages. */
const isOfDashboard = ({ req }: Context<ControlEnv>): boolean =>
  req.method !== "GET" &&
  req.header("x-hexarium-observe") === "1" &&
  (req.header("origin") !== undefined || req.header("sec-fetch-site") === "same-origin")

export function splitKey(at: RouteKey): { readonly method: string; readonly path: string } {
  const [method = "", path = ""] = at.split(" ")
  return { method, path }
}

/** Returns the route's query schema; for a list, with `limit` and `offset`; for a response with names, with `lang`. */
export const queryOf = oncePer(({ query, isList, hasNames }: RouteWords): z.ZodObject | undefined => {
  const parts = [query, isList && pageQuery, hasNames && languageQuery].flatMap((part) => (part ? [part()] : []))
  return parts.length === 0 ? undefined : z.object(Object.assign({}, ...parts.map(({ shape }) => shape)))
})

async function readCall(context: Context<ControlEnv>, at: RouteKey, words: RouteWords, params: Params) {
  const { req } = context
  const worlds = context.get("worlds")
  const isOfWorld = at.includes("/:w")
  const replicas = context.get("replicas")
  if (replicas.isShared && context.get("reads") === "fenced" && at.includes(" /worlds")) await replicas.refresh()
  const [name, version] = splitVersion(params.w ?? "")
  let named = isOfWorld ? worlds.require(name) : undefined
  if (named !== undefined) {
    await readBarrier(context, named, context.get("reads"))
    if (version !== undefined) {
      if (words.readsVersions !== true || (req.query("wait_ms") ?? "0") !== "0") throw onlyNow(params.w ?? "")
      named = atVersion(named, version)
    }
    context.set("named", named)
  }
  const schema = queryOf(words)
  const query = schema === undefined ? {} : check(schema, req.query())
  const { body, file } = at.startsWith("GET ") ? {} : await readBody(context, words)
  const { lang }: Language = query
  const world = named?.world
  const view = world && (() => viewIn(world, lang))
  return { params, query, body, file, worlds, named, view, context }
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
    throw invalidParams('expected at most one file in the form, with the part name "file"')
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

import type { Entry } from "har-format"
import * as z from "zod"
import { UpstreamProblem } from "../upstream-problem.ts"
import { readHarText } from "./har-text.ts"
import { pathInApi } from "./recorded-call.ts"

/** Names and values. A header without a name is dropped, and one without a value is empty. */
const pairs = z
  .array(z.unknown())
  .nullish()
  .transform((all) => (all ?? []).flatMap((one) => pair.safeParse(one).data ?? []))

const pair = z.looseObject({
  name: z.string().min(1),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.null()])
    .optional()
    .transform((value) => String(value ?? "")),
})

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)
const text = z
  .string()
  .nullish()
  .transform((given) => given ?? "")

/** The properties of HAR 1.2 that a replay needs. Browsers and proxies add properties of their own, and leave out others. */
const entrySchema = z.looseObject({
  startedDateTime: z.string().refine((instant) => !Number.isNaN(Date.parse(instant)), "expected an instant"),
  time: z
    .number()
    .nullish()
    .transform((ms) => ms ?? 0),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: pairs,
    postData: z
      .looseObject({
        mimeType: text,
        text: optionalText,
        params: z
          .array(z.looseObject({ name: z.string() }))
          .nullish()
          .transform((params) => params ?? undefined),
      })
      .nullish(),
  }),
  response: z.looseObject({
    status: z.number(),
    headers: pairs,
    content: z
      .looseObject({
        size: z
          .number()
          .nullish()
          .transform((size) => size ?? -1),
        mimeType: text,
        text: optionalText,
        encoding: optionalText,
      })
      .nullish()
      .transform((content) => content ?? { size: -1, mimeType: "" }),
  }),
})

interface Extensible {
  readonly [member: string]: unknown
}

interface HarPair extends Extensible {
  readonly name: string
  readonly value: string
}

/** An entry of a HAR file with the members that a replay needs. */
export interface HarEntry extends Extensible {
  startedDateTime: string
  time: number
  request: Extensible & {
    method: string
    url: string
    headers: HarPair[]
    postData?:
      | (Extensible & {
          mimeType: string
          text?: string | undefined
          params?: (Extensible & { readonly name: string })[] | undefined
        })
      | null
      | undefined
  }
  response: Extensible & {
    status: number
    headers: HarPair[]
    content: Extensible & {
      size: number
      mimeType: string
      text?: string | undefined
      encoding?: string | undefined
    }
  }
}

/** The requests to the API in a HAR file. */
export interface Recording {
  /** Oldest first. */
  readonly entries: readonly HarEntry[]
  /** Number of requests to other sites and paths. */
  readonly others: number
  /** Number of requests to the API that can't be read, by reason. */
  readonly unread: ReadonlyMap<string, number>
}

/** Reads a HAR file. Rejects with an `UpstreamProblem` that names the fault of the whole file. */
export async function readHar(file: string): Promise<Recording> {
  const all = entriesIn(await readHarText(file), file)
  const ofApi = all.filter((entry) => pathInApi(urlOf(entry) ?? "") !== undefined)
  if (ofApi.length === 0) {
    const site = all.map(urlOf).find((url) => url !== undefined)
    throw new UpstreamProblem(
      site === undefined
        ? `${file} contains no requests`
        : `${file} contains no request to /api/v0; it is a recording of another site, ${originOf(site)}`,
    )
  }
  const entries: HarEntry[] = []
  const unread = new Map<string, number>()
  for (const entry of ofApi) {
    const read = readEntry(entry)
    if (typeof read === "string") unread.set(read, (unread.get(read) ?? 0) + 1)
    else entries.push(read)
  }
  return {
    entries: entries.sort((left, right) => Date.parse(left.startedDateTime) - Date.parse(right.startedDateTime)),
    others: all.length - ofApi.length,
    unread,
  }
}

const LOWEST_STATUS = 100

/** Returns the entry, or the reason why it can't be read. Programs write a request without a response in many ways. */
function readEntry(entry: Partial<Entry>): HarEntry | string {
  const status: unknown = entry.response?.status
  if (status === undefined || status === null || (typeof status === "number" && status < LOWEST_STATUS)) {
    return "without a response"
  }
  const read = entrySchema.safeParse(entry)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return `with an invalid ${issue?.path.map(String).join(".") || "entry"}`
}

function entriesIn(value: unknown, file: string): Partial<Entry>[] {
  if (Array.isArray(value)) {
    throw new UpstreamProblem(`${file} is a JSON array; a HAR file is an object with log.entries`)
  }
  const entries = memberOf(memberOf(value, "log"), "entries")
  if (!Array.isArray(entries)) {
    throw new UpstreamProblem(`${file} is not a HAR 1.2 file: expected an object with the list log.entries`)
  }
  return entries as Partial<Entry>[]
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

function urlOf(entry: unknown): string | undefined {
  const url = memberOf(memberOf(entry, "request"), "url")
  return typeof url === "string" ? url : undefined
}

/** Returns the origin of a URL, which contains no user and no password. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "an invalid URL")

import { readFile } from "node:fs/promises"
import type { Har } from "har-format"
import * as z from "zod"
import { UpstreamProblem } from "../upstream-problem.ts"
import { pathInApi } from "./recorded-call.ts"

const pairs = z.array(z.looseObject({ name: z.string(), value: z.string() })).default([])

/** The properties of HAR 1.2 that a replay needs. Browsers and proxies add properties of their own. */
const harSchema = z.looseObject({
  log: z.looseObject({
    entries: z.array(
      z.looseObject({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number().default(0),
        request: z.looseObject({
          method: z.string(),
          url: z.string(),
          headers: pairs,
          postData: z
            .looseObject({
              mimeType: z.string().default(""),
              text: z.string().optional(),
              params: z.array(z.looseObject({ name: z.string() })).optional(),
            })
            .nullish(),
        }),
        response: z.looseObject({
          status: z.number(),
          headers: pairs,
          content: z
            .looseObject({
              size: z.number().default(0),
              mimeType: z.string().default(""),
              text: z.string().optional(),
              encoding: z.string().optional(),
            })
            .default({ size: 0, mimeType: "" }),
        }),
      }),
    ),
  }),
})

type HarEntries = z.output<typeof harSchema>["log"]["entries"]

/** An entry of a HAR file with the members that a replay needs. */
export type HarEntry = HarEntries[number]

/** Reads the entries of a HAR file, oldest first. Rejects with an `UpstreamProblem` that names the fault. */
export async function readHar(file: string): Promise<readonly HarEntry[]> {
  const entries = parseHar(await readText(file), file)
  if (entries.some(({ request }) => pathInApi(request.url) !== undefined)) return entries
  const [site] = entries.map(({ request }) => originOf(request.url))
  throw new UpstreamProblem(
    site === undefined
      ? `${file} contains no requests`
      : `${file} contains no request to /api/v0; it is a recording of another site, ${site}`,
  )
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UpstreamProblem(
      code === "ENOENT"
        ? `${file} does not exist`
        : code === "EISDIR"
          ? `${file} is a folder; pass a HAR file`
          : message,
    )
  }
}

function parseHar(text: string, file: string): HarEntries {
  const read = harSchema.safeParse(parse(text, file))
  if (read.success) {
    return read.data.log.entries.toSorted(
      (left, right) => Date.parse(left.startedDateTime) - Date.parse(right.startedDateTime),
    )
  }
  const [issue] = read.error.issues
  const place = issue?.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("") ?? ""
  throw new UpstreamProblem(`${file} is not a HAR 1.2 file: ${place.replace(/^\./, "")}: ${issue?.message}`)
}

function parse(text: string, file: string): Har {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    const isCutOff = /^\s*\{/.test(text) && !/\}\s*$/.test(text)
    throw new UpstreamProblem(
      isCutOff
        ? `${file} is cut off: the JSON ends early; record it again`
        : `${file} is not JSON, so it is not a HAR file`,
    )
  }
}

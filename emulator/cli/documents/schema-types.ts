import { mkdir, readFile, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Fixture } from "../../../src/inside.ts"
import type { ApiError, Client } from "../../client/client.ts"
import { ControlError, createControl } from "../../client/control-client.ts"
import type { Schema } from "../../client/schema/schema.ts"
import { askSecretly } from "../ask-password.ts"
import type { TypesFlags } from "../commands/schema-types.ts"
import { EXIT, Exit, failed, type Io, misused } from "../io.ts"
import { writeOutput } from "../output.ts"
import { fixtureProblem } from "./fixture-mistakes.ts"

type Parts = typeof import("./schema-parts.ts")

/** How long an answer of a server is waited for. */
const ANSWER_MS = 30_000

/** `hexarium types`: a schema as TypeScript, or whether a file still is that. */
export async function writeSchema(io: Io, sources: readonly string[], flags: TypesFlags): Promise<number> {
  const file = flags.output === undefined ? undefined : await fileIn(flags.output)
  if (flags.check && file === undefined) throw misused("--check needs -o: the file to look at")
  const parts = await import("./schema-parts.ts")
  const text = parts.writeTypes(await schemaOf(parts, io, sources, flags))
  if (!flags.check || file === undefined) {
    if (file !== undefined && file !== flags.output)
      await mkdir(dirname(file), { recursive: true }).catch(makingFailed(file))
    await writeOutput(io, file, text)
    return EXIT.ok
  }
  const difference = differenceOf(await readFile(file, "utf8").catch(readingFailed), text)
  if (difference === undefined) {
    io.out(`${file} is what the schema says\n`)
    return EXIT.ok
  }
  throw failed(`${file} ${difference}; write it anew: hexarium types ${sources.join(" ")} -o ${flags.output}`)
}

/** What is written into a folder is its `schema.d.ts`. */
async function fileIn(output: string): Promise<string> {
  const isFolder = /[\\/]$/.test(output) || ((await stat(output).catch(() => undefined))?.isDirectory() ?? false)
  return isFolder ? join(output, "schema.d.ts") : output
}

const makingFailed = (file: string) => (error: Error) => {
  throw failed(`${file} can't be written: ${error.message}`)
}

function readingFailed(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined
  throw failed(error.message)
}

/** Why a file is not what would be written; undefined if it is. Line ends are what the checkout makes of them. */
function differenceOf(present: string | undefined, text: string): string | undefined {
  if (present === undefined) return "is not there"
  const [old, now] = [present, text].map((one) => one.split(/\r?\n/)) as [string[], string[]]
  const at = now.findIndex((line, index) => line !== old[index])
  if (at < 0 && old.length === now.length) return undefined
  const line = at < 0 ? now.length : at
  return `is stale, the schema has changed: line ${line + 1} should be ${JSON.stringify((now[line] ?? "").trim())}`
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source)

async function schemaOf(parts: Parts, io: Io, sources: readonly string[], flags: TypesFlags): Promise<Schema> {
  const [url] = sources.filter(isUrl)
  if (url !== undefined && sources.length > 1) throw misused("a server is read alone: give one URL, or fixture files")
  try {
    return await (url === undefined ? ofFiles(parts, sources, flags) : ofServer(parts, io, url, flags))
  } catch (error) {
    if (error instanceof parts.SchemaProblem) throw failed(error.message)
    if (error instanceof parts.FixtureError) throw failed(await fixtureProblem(error))
    throw error
  }
}

async function ofFiles(
  { createWorldFromFiles, describeWorld }: Parts,
  files: readonly string[],
  { workspace, allowFiles, token, email }: TypesFlags,
): Promise<Schema> {
  const asSomebody = token !== undefined ? "--token" : email !== undefined ? "--email" : undefined
  if (asSomebody !== undefined) throw misused(`${asSomebody} is for a server: fixture files are read as they are`)
  return describeWorld((await createWorldFromFiles(files, { allowFiles })).view(), { workspace })
}

/**
 * As somebody, by the API; without a token, of a Hexarium's control plane, which knows what the API does not tell (types.md).
 */
async function ofServer(parts: Parts, io: Io, url: string, flags: TypesFlags): Promise<Schema> {
  const { ApiError, createClient, createWorld, describeApi, describeWorld } = parts
  const { world, controlToken, workspace } = flags
  if (!URL.canParse(url)) throw misused(`${url} is no URL; expected one as http://127.0.0.1:7575`)
  if (flags.token !== undefined && flags.email !== undefined) throw misused("give --token or --email, not both")
  const reach = reaching(url)
  const anybody = createClient({ baseUrl: url, fetch: reach, ...(world === undefined ? {} : { world }) })
  const token = flags.email === undefined ? flags.token : await logIn(parts, io, url, anybody, flags.email)
  if (token !== undefined) {
    return describeApi(anybody.with({ token }), { workspace }).catch((error: unknown) => {
      throw error instanceof ApiError ? failed(apiProblem(url, error)) : error
    })
  }
  const control = createControl({
    url,
    fetch: reach,
    ...(world === undefined ? {} : { world }),
    ...(controlToken === undefined ? {} : { token: controlToken }),
  })
  const fixture = await control.exportWorld().catch((error: unknown) => {
    if (error instanceof ControlError) throw failed(controlProblem(url, error))
    throw error instanceof Error && error.cause instanceof Exit ? error.cause : error
  })
  return describeWorld((await createWorld({ fixture: fixture as Fixture })).view(), { workspace })
}

async function logIn({ ApiError }: Parts, io: Io, url: string, client: Client, email: string): Promise<string> {
  const password = io.env.HEXARIUM_PASSWORD ?? (await askSecretly(`Password of ${email}: `))
  if (password === undefined)
    throw failed(`the password of ${email} is asked for on a terminal; else set HEXARIUM_PASSWORD`)
  const { token } = await client.login({ body: { email, password } }).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500
    throw isRefused ? failed(`${url} does not let ${email} log in: address or password is wrong`) : error
  })
  return token
}

/** A `fetch` that tells of a server that is not there, or is something else, in one line. */
const reaching =
  (url: string) =>
  async (request: Request): Promise<Response> => {
    let answer: Response
    try {
      answer = await fetch(request, { signal: AbortSignal.timeout(ANSWER_MS) })
    } catch (error) {
      const { cause = error } = error as { cause?: unknown }
      throw failed(
        `no server answers at ${url}: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`,
      )
    }
    const kind = answer.headers.get("content-type") ?? "no content type"
    if (kind.includes("json")) return answer
    const { pathname } = new URL(request.url)
    throw failed(`what answers at ${url} is not this API: ${pathname} was answered ${answer.status} with ${kind}`)
  }

function apiProblem(url: string, { operation, status, message }: ApiError): string {
  if (status === 401) return `${url} does not know the token of --token, or it has expired: log in again`
  if (status === 403) return `${url} refuses ${operation}: a schema is shown to administrators of its applications`
  return `${url} is not this API, or refuses: ${message}`
}

function controlProblem(url: string, { status, message }: ControlError): string {
  if (status === 403) return `${url} refuses its control plane: ${message}; or read it as a user, with --token`
  return `${url} has no control plane that answers (${message}): read it as a user of the API, with --token`
}

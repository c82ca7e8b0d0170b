import { mkdir, readFile, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { areEscapesValid } from "../../../../src/model/index.ts"
import { type ApiError, type Client, ControlError, createControl, type Schema } from "../../../client/index.ts"
import { askPassword } from "../../ask-password.ts"
import { fixtureProblem } from "../../fixture-mistakes.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { writeOutput } from "../../output.ts"
import { omitUndefined } from "../../print.ts"
import { printable } from "../../printable.ts"
import { asFailure, exportIn } from "../../remote/running-server.ts"
import type { TypesFlags } from "./declare.ts"

type Parts = typeof import("./schema-parts.ts")

const RESPONSE_MS = 30_000

export async function writeSchema(io: Io, sources: readonly string[], flags: TypesFlags): Promise<number> {
  const file = flags.output === undefined ? undefined : await fileIn(flags.output)
  if (flags.check && file === undefined) throw usageError("--check needs the flag -o with the file to check")
  const parts = await import("./schema-parts.ts")
  const text = parts.writeTypes(await schemaOf(parts, io, sources, flags))
  if (!flags.check || file === undefined) {
    if (file !== undefined && file !== flags.output)
      await mkdir(dirname(file), { recursive: true }).catch((error: Error) => {
        throw commandError(`${file} can't be written: ${error.message}`)
      })
    await writeOutput(io, file, text)
    return EXIT.ok
  }
  const difference = differenceOf(await readFile(file, "utf8").catch(readingFailed), text)
  if (difference === undefined) {
    io.out(`${file} is up to date\n`)
    return EXIT.ok
  }
  throw commandError(`${file} ${difference}; to update it, run hexarium types ${sources.join(" ")} -o ${flags.output}`)
}

async function fileIn(output: string): Promise<string> {
  const isFolder = /[\\/]$/.test(output) || ((await stat(output).catch(() => undefined))?.isDirectory() ?? false)
  return isFolder ? join(output, "schema.d.ts") : output
}

function readingFailed(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined
  throw commandError(error.message)
}

/** Returns the reason why a file is out of date; undefined if it is up to date. Ignores line endings, which git may change. */
function differenceOf(present: string | undefined, text: string): string | undefined {
  if (present === undefined) return "does not exist"
  const [old, now] = [present, text].map((one) => one.split(/\r?\n/)) as [string[], string[]]
  const at = now.findIndex((line, index) => line !== old[index])
  if (at < 0 && old.length === now.length) return undefined
  const line = at < 0 ? now.length : at
  return `is out of date; expected line ${line + 1} to be ${JSON.stringify((now[line] ?? "").trim())}`
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source)

async function schemaOf(parts: Parts, io: Io, sources: readonly string[], flags: TypesFlags): Promise<Schema> {
  const [url] = sources.filter(isUrl)
  if (url !== undefined && sources.length > 1)
    throw usageError("expected one server URL or fixture files, received both")
  try {
    return await (url === undefined ? schemaOfFiles(parts, sources, flags) : schemaOfServer(parts, io, url, flags))
  } catch (error) {
    if (error instanceof parts.SchemaProblem || error instanceof parts.UpstreamProblem) {
      throw commandError(printable(error.message))
    }
    if (error instanceof parts.FixtureError) throw commandError(await fixtureProblem(error))
    throw error
  }
}

async function schemaOfFiles(
  { createWorldFromFiles, describeWorld }: Parts,
  files: readonly string[],
  { workspace, allowFiles, token, email }: TypesFlags,
): Promise<Schema> {
  const userFlag = token !== undefined ? "--token" : email !== undefined ? "--email" : undefined
  if (userFlag !== undefined) throw usageError(`${userFlag} has no effect on fixture files, only on servers`)
  return describeWorld((await createWorldFromFiles(files, { allowFiles })).view(), { workspace })
}

/** Reads a server's schema: through the API if there is a token, otherwise through the control plane (types.md). */
async function schemaOfServer(parts: Parts, io: Io, url: string, flags: TypesFlags): Promise<Schema> {
  const { ApiError, checkedClient, createClient, createWorld, describeApi, describeWorld } = parts
  const { world, controlToken, workspace } = flags
  if (!URL.canParse(url) || !areEscapesValid(url)) throw usageError("expected a URL such as http://127.0.0.1:7575")
  const { username, password } = new URL(url)
  if (username + password !== "") throw usageError("expected a URL without user and password; pass --token or --email")
  if (flags.token !== undefined && flags.email !== undefined) throw usageError("expected --token or --email, not both")
  const common = { fetch: jsonFetch(url), ...omitUndefined({ world }) }
  const clientWith = (options: { readonly token?: string }) =>
    checkedClient(createClient({ baseUrl: url, ...common, ...options }), url)
  const token = flags.email === undefined ? flags.token : await logIn(parts, io, url, clientWith({}), flags.email)
  if (token !== undefined) {
    return describeApi(clientWith({ token }), { workspace }).catch((error: unknown) => {
      throw error instanceof ApiError ? commandError(apiProblem(url, error)) : error
    })
  }
  const control = createControl({ url, ...common, ...omitUndefined({ token: controlToken }) })
  const exported = await control
    .exportWorld()
    .then(exportIn)
    .catch((error: unknown) => {
      throw error instanceof ControlError
        ? commandError(controlProblem(url, error))
        : asFailure(error, { url, isGuessed: false })
    })
  return describeWorld((await createWorld({ fixture: exported })).view(), { workspace })
}

async function logIn({ ApiError }: Parts, io: Io, url: string, client: Client, email: string): Promise<string> {
  const password = io.env.HEXARIUM_PASSWORD ?? (await askPassword(`Password of ${email}: `))
  if (password === undefined)
    throw commandError(`the password of ${email} is missing; set HEXARIUM_PASSWORD, or run the command on a terminal`)
  const { token } = await client.login({ body: { email, password } }).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500
    throw isRefused ? commandError(`${url} refused the login of ${email}: wrong address or password`) : error
  })
  return token
}

/** Creates a `fetch` that fails with a one-line error if no server responds or the response is not JSON. */
const jsonFetch =
  (url: string) =>
  async (request: Request): Promise<Response> => {
    const response = await fetch(request, { signal: AbortSignal.timeout(RESPONSE_MS) }).catch((error: Error) => {
      const { cause = error } = error
      throw commandError(
        `no server responds at ${url}: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`,
      )
    })
    const type = response.headers.get("content-type") ?? "no content type"
    if (type.includes("json")) return response
    const { pathname } = new URL(request.url)
    throw commandError(
      `the server at ${url} is not a Hexabase API: the response to ${pathname} had status ${response.status} and ${type}`,
    )
  }

function apiProblem(url: string, { operation, status, message }: ApiError): string {
  if (status === 401) return `${url} refused --token: the token is unknown or has expired; log in again`
  if (status === 403) return `${url} refused ${operation}; only administrators of an application may read its schema`
  return `${url} is not a Hexabase API, or refused the request: ${message}`
}

function controlProblem(url: string, { status, message }: ControlError): string {
  if (status === 403) return `${url} refused the control plane: ${message}; pass --token to read as a user`
  return `the control plane of ${url} does not respond (${message}); pass --token to read as a user`
}

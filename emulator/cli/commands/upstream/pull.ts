import { ApiError, createClient } from "../../../client/index.ts"
import {
  checkedClient,
  type PullOptions,
  pullToFiles,
  rememberedOptions,
  UpstreamProblem,
} from "../../../upstream/index.ts"
import { askPassword } from "../../ask-password.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { printable } from "../../printable.ts"
import { type LongWork, progressOn } from "../../progress.ts"
import type { PullFlags } from "./declare.ts"
import { updateFixture } from "./update.ts"

/** Runs `hexarium pull`. */
export async function pull(io: Io, flags: PullFlags): Promise<number> {
  const { token, email, update, write } = flags
  if (token !== undefined && email !== undefined) throw usageError("expected --token or --email, not both")
  if (token === undefined && email === undefined) throw usageError("pull needs --token or --email")
  if (write && update === undefined) throw usageError("--write needs --update with the fixture to write")
  if (update !== undefined && flags.output !== undefined) throw usageError("expected --update or -o, not both")
  const progress = progressOn(io, "pulling")
  try {
    const options = await pullOptions(io, flags, progress)
    if (update !== undefined) return await updateFixture(io, update, options, write ?? false, progress.end)
    const output = flags.output ?? "pulled.yaml"
    const pulled = await pullToFiles(output, options)
    progress.end()
    const resumed =
      pulled.resumed === 0 ? "" : `, of which an interrupted pull had read ${pulled.resumed.toLocaleString("en")}`
    const missing = pulled.missing.map((text) => `  - ${printable(text)}\n`).join("")
    io.out(
      `wrote ${output} with ${pulled.items.toLocaleString("en")} items${resumed}\nThe API does not return:\n${missing}Start it: hexarium start ${output}\n`,
    )
    return EXIT.ok
  } catch (error) {
    throw error instanceof UpstreamProblem ? commandError(printable(error.message)) : error
  } finally {
    progress.end()
  }
}

/** Returns the options of a pull. An update takes those that are not given from the pull that wrote the fixture. */
async function pullOptions(io: Io, flags: PullFlags, progress: LongWork): Promise<PullOptions> {
  const { from, application, update, concurrency } = flags
  const old = update === undefined ? undefined : await rememberedOptions(update)
  const baseUrl = from ?? old?.baseUrl
  if (baseUrl === undefined) {
    const reason = update === undefined ? "" : `, because ${update} has no base that names it`
    throw usageError(`pull needs --from with the server's base URL${reason}`)
  }
  if (/\/api\/v0$/.test(baseUrl)) throw usageError("omit /api/v0 from --from; pull adds it")
  let [planned, done] = [0, 0]
  return {
    baseUrl,
    token: flags.token ?? (await logIn(io, baseUrl, flags.email ?? "")),
    workspace: flags.workspace ?? old?.workspace,
    applications: application ?? old?.applications,
    items: flags.items ?? old?.items ?? "all",
    users: flags.users ?? old?.users ?? "real",
    files: flags.files ?? old?.files ?? false,
    anonymise: flags.anonymise ?? old?.anonymise ?? false,
    concurrency,
    onPlan(requests) {
      planned = requests
      io.err(`hexarium: pulling with about ${requests.toLocaleString("en")} requests\n`)
    },
    onResponse() {
      done += 1
      if (planned > 0) progress.report(Math.min(done, planned), planned)
    },
  }
}

async function logIn(io: Io, baseUrl: string, email: string): Promise<string> {
  const password = io.env.HEXARIUM_PULL_PASSWORD ?? (await askPassword(`Password of ${email}: `))
  if (password === undefined) {
    throw commandError(
      `the password of ${email} is missing; set HEXARIUM_PULL_PASSWORD, or run the command on a terminal`,
    )
  }
  try {
    return (await checkedClient(createClient({ baseUrl }), baseUrl).login({ body: { email, password } })).token
  } catch (error) {
    if (error instanceof ApiError)
      throw commandError(`${baseUrl} refused the login of ${email}: wrong address or password`)
    if (error instanceof UpstreamProblem) throw error
    throw commandError(`no server of this API responds at ${baseUrl}`)
  }
}

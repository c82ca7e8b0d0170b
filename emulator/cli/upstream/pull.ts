import { ApiError, createClient } from "../../client/index.ts"
import { pullToFiles, UpstreamProblem } from "../../upstream/index.ts"
import { askPassword } from "../ask-password.ts"
import type { PullFlags } from "../commands/upstream.ts"
import { EXIT, failed, type Io, misused } from "../io.ts"
import { printable } from "../printable.ts"
import { progressOn } from "../progress.ts"

/** Runs `hexarium pull`. */
export async function pull(io: Io, flags: PullFlags): Promise<number> {
  const { from, token, email, output = "pulled.yaml", application, items, users, files, anonymise, concurrency } = flags
  if (from === undefined) throw misused("pull needs --from with the server's base URL")
  if (/\/api\/v0$/.test(from)) throw misused("omit /api/v0 from --from; pull adds it")
  if (token !== undefined && email !== undefined) throw misused("expected --token or --email, not both")
  if (token === undefined && email === undefined) throw misused("pull needs --token or --email")
  const progress = progressOn(io, "pulling")
  let [planned, done] = [0, 0]
  try {
    const pulled = await pullToFiles(output, {
      baseUrl: from,
      token: token ?? (await logIn(io, from, email ?? "")),
      workspace: flags.workspace,
      applications: application,
      items,
      users,
      files: files ?? false,
      anonymise: anonymise ?? false,
      concurrency,
      onPlan(requests) {
        planned = requests
        io.err(`hexarium: pulling with about ${requests.toLocaleString("en")} requests\n`)
      },
      onResponse() {
        done += 1
        if (planned > 0) progress.report(Math.min(done, planned), planned)
      },
    })
    progress.end()
    const resumed =
      pulled.resumed === 0 ? "" : `, of which an interrupted pull had read ${pulled.resumed.toLocaleString("en")}`
    const missing = pulled.missing.map((text) => `  - ${printable(text)}\n`).join("")
    io.out(
      `wrote ${output} with ${pulled.items.toLocaleString("en")} items${resumed}\nThe API does not return:\n${missing}Start it: hexarium start ${output}\n`,
    )
    return EXIT.ok
  } catch (error) {
    throw error instanceof UpstreamProblem ? failed(printable(error.message)) : error
  } finally {
    progress.end()
  }
}

async function logIn(io: Io, baseUrl: string, email: string): Promise<string> {
  const password = io.env.HEXARIUM_PULL_PASSWORD ?? (await askPassword(`Password of ${email}: `))
  if (password === undefined) {
    throw failed(`the password of ${email} is missing; set HEXARIUM_PULL_PASSWORD, or run the command on a terminal`)
  }
  try {
    return (await createClient({ baseUrl }).login({ body: { email, password } })).token
  } catch (error) {
    if (error instanceof ApiError) throw failed(`${baseUrl} refused the login of ${email}: wrong address or password`)
    throw failed(`no server of this API responds at ${baseUrl}`)
  }
}

import { type ChildProcess, spawn } from "node:child_process"
import { constants } from "node:os"
import { resolve } from "node:path"
import { CountsFolder } from "../../../adapters/index.ts"
import { ControlError, createControl } from "../../../client/index.ts"
import {
  type CoverageCounts,
  type CoverageReport,
  coverageText,
  mergeCounts,
  reportOf,
} from "../../../insight/index.ts"
import { MAIN } from "../../../worlds/index.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { omitUndefined } from "../../print.ts"
import { printable } from "../../printable.ts"
import { progressOn } from "../../progress.ts"
import { refusalText } from "../../remote/running-server.ts"
import { makeLog } from "../../serve/log.ts"
import { toFile } from "../../serve/log-file.ts"
import { printIgnoredKeys } from "../../serve/print-ignored-keys.ts"
import { type Serving, serve } from "../../serve/serve.ts"
import type { ExecFlags } from "./declare.ts"

const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const
/** Exit codes that shells use for a program that is not found or can't be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/**
 * Runs `hexarium exec`: serves on a free port while a command runs. Returns the command's exit code, or 128 + the
 * signal that ended it. Standard output is the command's, so the server logs to standard error or to a file.
 */
export async function exec(
  io: Io,
  fixtures: readonly string[],
  [program, ...args]: readonly string[],
  { logFile, user, coverage, ...flags }: ExecFlags,
): Promise<number> {
  if (program === undefined || program === "") {
    throw usageError("exec needs a command after --, as in hexarium exec world.yaml -- npm test")
  }
  const file = logFile === undefined ? undefined : resolve(logFile)
  const style = flags.log ?? (file === undefined ? "silent" : "json")
  const log = makeLog({ ...io, ...(file === undefined ? toErr(io) : toFile(file, io)) }, style)
  const collected = coverage === undefined ? undefined : new CountsFolder<CoverageCounts>()
  const serving = await serve(fixtures, { ...flags, port: 0 }, { onBug: log.bug, progress: progressOn(io, "starting") })
  try {
    const { app } = serving.server
    const token = await tokenOf(serving, user)
    printIgnoredKeys(app.worlds, io)
    log.ready(serving.server, undefined)
    const code = await runChild(io, program, args, {
      HEXARIUM_URL: app.worlds.main.world.baseUrl,
      HEXARIUM_WORLD: MAIN,
      HEXARIUM_LOG: style,
      ...omitUndefined({ HEXARIUM_TOKEN: token, HEXARIUM_LOG_FILE: file }),
      ...collected?.variables,
    })
    if (collected !== undefined) {
      const report = addCollected(await createControl({ app }).getCoverage(), await collected.read())
      io.err(coverage === "json" ? `${JSON.stringify(report)}\n` : coverageText(report))
    }
    return code
  } finally {
    await serving.close()
    log.end()
    collected?.delete()
  }
}

/** Adds the counts of the command's tests. A server without requests only served the command, so its settings are not those of the tests. */
function addCollected(ofServer: CoverageReport, ofTests: readonly CoverageCounts[]): CoverageReport {
  const isServerUsed = [...ofServer.operations, ...ofServer.graphql].some(({ calls }) => calls > 0)
  if (ofTests.length === 0) return ofServer
  return reportOf(mergeCounts(isServerUsed ? [ofServer, ...ofTests] : ofTests))
}

/** Returns a token for the named user, or for the fixture's first user if no name is given. */
async function tokenOf({ server, listUsers }: Serving, named: string | undefined): Promise<string | undefined> {
  const users = await listUsers()
  const { token, email, user_code } =
    users.find((one) => one.email === named) ?? (named === undefined ? users[0] : undefined) ?? {}
  const user = named ?? (user_code === undefined ? email : `${email}#${user_code}`)
  if (token !== undefined || user === undefined) return token
  try {
    return (await createControl({ app: server.app }).issueToken({ user })).token
  } catch (error) {
    throw error instanceof ControlError ? commandError(`--user ${user}: ${refusalText(error)}`) : error
  }
}

const toErr = (io: Io): Pick<Io, "out" | "colours"> => ({
  out: (text) => io.err(text),
  ...(io.colours && { colours: { out: io.colours.err, err: io.colours.err } }),
})

const isMissing = (code: string | undefined): boolean =>
  code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG"

export function runProblem({ code, message }: NodeJS.ErrnoException): string {
  if (isMissing(code)) return "the command does not exist"
  return code === "EACCES" ? "you may not run this file" : message
}

function runChild(io: Io, program: string, args: readonly string[], variables: object): Promise<number> {
  return new Promise((resolve) => {
    const refuse = (error: unknown) => {
      const problem = error as NodeJS.ErrnoException
      io.err(`hexarium: ${printable(program)} can't be run: ${runProblem(problem)}\n`)
      return isMissing(problem.code) ? NOT_FOUND : NOT_RUNNABLE
    }
    let child: ChildProcess
    try {
      child = spawn(program, args, { stdio: "inherit", env: { ...io.env, ...variables } })
    } catch (error) {
      // Node throws some errors of the path or of the arguments, and reports others as events.
      resolve(refuse(error))
      return
    }
    // On Ctrl+C, a terminal signals the child too; a forwarded signal would count as a second Ctrl+C.
    const forward = (signal: NodeJS.Signals) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of FORWARDED_SIGNALS) process.on(signal, forward)
    const end = (code: number) => {
      for (const signal of FORWARDED_SIGNALS) process.off(signal, forward)
      resolve(code)
    }
    child.on("error", (error) => end(refuse(error)))
    child.on("exit", (code, signal) => end(code ?? (signal === null ? EXIT.error : 128 + constants.signals[signal])))
  })
}

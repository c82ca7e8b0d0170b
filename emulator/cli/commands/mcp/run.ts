import { attributeOf } from "../../flags/flag.ts"
import type { RemoteFlags } from "../../flags/remote-flags.ts"
import { type ServeFlags, WORLD_FLAGS } from "../../flags/serve-flags.ts"
import { EXIT, type Io, usageError } from "../../io.ts"
import { omitUndefined } from "../../print.ts"
import { printable } from "../../printable.ts"
import { printIgnoredKeys } from "../../serve/print-ignored-keys.ts"
import { type Serving, serve } from "../../serve/serve.ts"
import { StdioTransport } from "../../serve/stdio-transport.ts"
import { waitForSignal } from "../../signals.ts"

export type McpFlags = RemoteFlags & Partial<ServeFlags>

/** Time for running calls to finish after the client has disconnected. */
const GRACE_MS = 5000

/** Maximum number of characters of a protocol error that are printed. */
const MAX_ERROR_CHARACTERS = 300

/** Runs `hexarium mcp`: serves tools over stdio until the client closes its end or a signal arrives. */
export async function mcp(io: Io, fixtures: readonly string[], flags: McpFlags): Promise<number> {
  if (flags.url !== undefined) refuseOwnWorld(fixtures, flags)
  const over = Promise.race([waitForSignal(io), inputEnds()])
  const serving = flags.url === undefined ? await serveOwn(io, fixtures, flags) : undefined
  const parts = await import("../../mcp/index.ts")
  const { server, settled } = await parts.makeMcpServer(targetOf(parts, flags, serving), {
    instructions: instructionsFor(flags.url ?? serving?.server.url ?? ""),
  })
  server.onerror = (error) => io.err(`hexarium: ${printable(error.message.slice(0, MAX_ERROR_CHARACTERS))}\n`)
  const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js")
  const readMessage = (json: unknown) => JSONRPCMessageSchema.parse(json)
  await server.connect(new StdioTransport({ input: process.stdin, out: io.out, readMessage }))
  io.started?.()
  await over
  io.stopWaiting()
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())])
  await server.close()
  await serving?.close()
  return EXIT.ok
}

function refuseOwnWorld(fixtures: readonly string[], flags: McpFlags): void {
  if (fixtures.length > 0) throw usageError("fixtures have no effect with --url; omit the fixtures or --url")
  const stray = WORLD_FLAGS.find(
    (flag) => flag.name !== "control-token" && flags[attributeOf(flag) as keyof McpFlags] !== undefined,
  )
  if (stray !== undefined) throw usageError(`--${stray.name} has no effect with --url; omit one of the two flags`)
}

/** Serves on a free port, so that browsers and programs can use the same worlds. */
async function serveOwn(io: Io, fixtures: readonly string[], flags: McpFlags): Promise<Serving> {
  const onBug = (error: unknown, operation: string) => io.err(`hexarium: a bug in ${operation}: ${String(error)}\n`)
  const serving = await serve(fixtures, { ...flags, port: 0 }, { onBug })
  printIgnoredKeys(serving.server.app.worlds, io)
  return serving
}

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
  return {
    control: createControl({ url: place, world: meant, ...omitUndefined({ token: controlToken }) }),
    client: createClient({ baseUrl: place }),
    world: meant,
  }
}

const instructionsFor = (url: string): string =>
  `Hexarium emulates the Hexabase REST API (/api/v0) at ${url}, all in memory. Worlds are independent: fork one to try something, \
reset it or restore a snapshot to go back. getSchema describes the data, listUsers the users; describeOperation describes an operation's \
input before callOperation calls it as a user. moveClock moves the time, listMails reads the mailbox, and listRequests shows requests \
with their changes.`

const inputEnds = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once("end", resolve)
    process.stdin.once("close", resolve)
  })

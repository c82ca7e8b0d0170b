import type { Operands } from "../command.ts"
import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import { EXIT, type Io } from "../io.ts"
import { print } from "../print.ts"
import { asFailure, type RemoteServer, remoteServer } from "./running-server.ts"

export interface RemoteCall<F = object> extends RemoteServer {
  readonly io: Io
  readonly words: readonly string[]
  readonly flags: F & RemoteFlags & JsonFlag
}

export type RemoteCommand<F = object> = (
  io: Io,
  operands: Operands,
  flags: F & RemoteFlags & JsonFlag,
) => Promise<number>

export const withServer =
  <F = object>(run: (call: RemoteCall<F>) => Promise<void>): RemoteCommand<F> =>
  async (io, { words }, flags) => {
    const server = remoteServer(io, flags)
    try {
      await run({ ...server, io, words, flags })
      return EXIT.ok
    } catch (error) {
      throw asFailure(error, server)
    }
  }

/** Creates a command that sends a request to a running server and prints the result. */
export const remoteCommand = <A, F = object>(
  request: (call: RemoteCall<F>) => Promise<A>,
  text: (result: A, call: RemoteCall<F>) => string,
): RemoteCommand<F> =>
  withServer(async (call) => {
    const result = await request(call)
    print(call.io, call.flags, result, () => text(result, call))
  })

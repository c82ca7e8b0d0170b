import { packCapsule } from "../../../../src/insight/capsule/index.ts"
import { PRIVATE_FILE } from "../../../adapters/index.ts"
import type { Operands } from "../../command.ts"
import type { RemoteFlags } from "../../flags/remote-flags.ts"
import { EXIT, type Io, usageError } from "../../io.ts"
import { writeOutput } from "../../output.ts"
import { countText, omitUndefined } from "../../print.ts"
import { printable } from "../../printable.ts"
import { asFailure, remoteServer } from "../../remote/running-server.ts"
import type { CapsuleFlags } from "./declare.ts"

const MAX_LINES = 5
const COMPLETE =
  "the file contains the world's data and its random stream, which foretells later tokens and IDs; --anonymise replaces them"
const ANONYMOUS = "texts in scripts, and the names of applications, datastores and fields, are not replaced"

/** Runs `hexarium capsule`: writes the capsule of a running server's world, readable by its owner alone. */
export async function capsule(
  io: Io,
  _: Operands,
  { request: requests, anonymise, output, ...remote }: CapsuleFlags & RemoteFlags,
): Promise<number> {
  if (output === undefined) throw usageError("capsule needs -o with the file to write, such as bug.capsule.json.gz")
  const server = remoteServer(io, remote)
  try {
    const written = await server.control.getCapsule(
      omitUndefined({ requests, anonymise: anonymise ? ("true" as const) : undefined }),
    )
    await writeOutput(io, output, packCapsule(written), PRIVATE_FILE)
    const { requests: all, changes, left_out: leftOut } = written
    io.out(
      `wrote ${countText(all.length, "request")} and ${countText(changes.length, "other change")} to ${printable(output)}\n`,
    )
    for (const { id, why } of leftOut.slice(-MAX_LINES)) io.out(`left out request ${id}: ${printable(why)}\n`)
    if (leftOut.length > MAX_LINES) io.out(`left out ${leftOut.length - MAX_LINES} more\n`)
    io.err(`hexarium: ${anonymise ? ANONYMOUS : COMPLETE}; passwords, tokens and confirmation IDs are replaced\n`)
    return EXIT.ok
  } catch (error) {
    throw asFailure(error, server)
  }
}

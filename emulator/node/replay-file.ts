import { open } from "node:fs/promises"
import { ARCHIVE_LIMITS } from "../../src/fixtures/templates/index.ts"
import { badCapsule, type Capsule, packCapsule, readCapsule } from "../../src/insight/capsule/index.ts"
import type { World } from "../../src/world/index.ts"
import { PRIVATE_FILE, replaceFile, serverPorts } from "../adapters/index.ts"
import { createApp } from "../app.ts"
import { type CapsuleDifference, type CapsuleResponse, openCapsule, replayCapsule } from "../insight/index.ts"

/** Result of `replayCapsuleFile`. */
export interface CapsuleReplay {
  /** The world after the last request. It reaches nothing outside the process. */
  readonly world: World
  /** The responses of this replay, in order. */
  readonly responses: readonly CapsuleResponse[]
  /** The differences between the recorded responses and those of this replay. */
  readonly differences: readonly CapsuleDifference[]
  /** Whether the state after the last request has the hash in the capsule. */
  readonly hasSameHash: boolean
  /** The content of the file. */
  readonly capsule: Capsule
  /** Ends the threads that run scripts. */
  close(): void
}

/**
 * Reads a capsule's file. Rejects with INVALID_PARAMS for other files.
 *
 * @example
 * ```ts
 * import { readCapsuleFile } from "hexarium/node"
 *
 * const { requests } = await readCapsuleFile("bug.capsule.json.gz")
 * ```
 */
export async function readCapsuleFile(file: string | URL): Promise<Capsule> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size > ARCHIVE_LIMITS.bytes)
      throw badCapsule(`expected at most ${ARCHIVE_LIMITS.bytes} bytes, received ${size}`)
    return readCapsule(await handle.readFile())
  } finally {
    await handle.close()
  }
}

/**
 * Writes a capsule to a file, which only its owner may read. Even after a crash, either the old or the complete new file exists.
 *
 * @example
 * ```ts
 * import { writeCapsuleFile } from "hexarium/node"
 *
 * await writeCapsuleFile("bug.capsule.json.gz", await world.capsule())
 * ```
 */
export const writeCapsuleFile = (file: string, capsule: Capsule): Promise<void> =>
  replaceFile(file, packCapsule(capsule), PRIVATE_FILE)

/**
 * Returns a capsule's world before its requests. The world reaches nothing outside the process.
 *
 * @example
 * ```ts
 * import { openCapsuleWorld, readCapsuleFile } from "hexarium/node"
 *
 * const before = await openCapsuleWorld(await readCapsuleFile("bug.capsule.json.gz"))
 * ```
 */
export async function openCapsuleWorld(capsule: Capsule): Promise<World> {
  return openCapsule(capsule, await serverPorts())
}

/**
 * Runs the requests of a capsule, and compares the responses and the state with those that it contains.
 *
 * @example
 * ```ts
 * import { runCapsule } from "hexarium/node"
 *
 * const { differences, close } = await runCapsule(await world.capsule())
 * close()
 * ```
 */
export async function runCapsule(capsule: Capsule): Promise<CapsuleReplay> {
  const ports = await serverPorts()
  const close = () => ports.scripts.close()
  try {
    const { hash, ...replayed } = await replayCapsule(capsule, ports, (world, strict) => createApp({ world, strict }))
    return { ...replayed, hasSameHash: hash === capsule.hash, capsule, close }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Runs the requests of a capsule's file, and compares the responses and the state with those that it contains (insight.md section 4).
 *
 * @example
 * ```ts
 * import { replayCapsuleFile } from "hexarium/node"
 *
 * const { responses, differences, close } = await replayCapsuleFile("bug.capsule.json.gz")
 * console.log(responses.at(-1)?.status, differences.length)
 * close()
 * ```
 */
export const replayCapsuleFile = async (file: string | URL): Promise<CapsuleReplay> =>
  runCapsule(await readCapsuleFile(file))

import { createHash } from "node:crypto"
import { mkdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import type { World } from "../../../src/world/index.ts"
import { writeCapsuleFile } from "../../node/index.ts"

/** A test, for the name of its capsule. */
export interface TestName {
  readonly name: string
  /** File and suite of the test, which distinguish it from others of the same name. */
  readonly place?: string | undefined
}

const FOLDER = "hexarium-capsules"
const MAX_NAME_CHARACTERS = 60
const HASH_CHARACTERS = 8

let unnamedCapsules = 0

/** Returns the file for the capsule of a failed test. The next run of the same test has the same file. */
export function capsuleFileOf(test: TestName | undefined): string {
  if (test === undefined) {
    unnamedCapsules += 1
    return resolve(FOLDER, `test-${process.pid}-${unnamedCapsules}.capsule.json.gz`)
  }
  const { name, place = "" } = test
  const words = name.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []
  const short = [...words.join("-")].slice(0, MAX_NAME_CHARACTERS).join("")
  const hash = createHash("sha256").update(`${place}\n${name}`).digest("hex").slice(0, HASH_CHARACTERS)
  return resolve(FOLDER, `${short}-${hash}.capsule.json.gz`)
}

/**
 * Writes the capsule of a failed test's world, and adds the file's path to the messages of the test's errors. Never rejects, so that the
 * test fails with its own errors.
 */
export async function addFailureCapsule(errors: readonly unknown[], world: World, file: string): Promise<void> {
  const line = await capsuleLine(file, async () => {
    await world.idle()
    return world.capsule()
  })
  for (const error of errors) if (hasMessage(error)) appendLine(error, line)
}

/** Writes a capsule to a file. Resolves to a line for the message of a failure, also if the capsule can't be written. */
export async function capsuleLine(file: string, makeCapsule: () => ReturnType<World["capsule"]>): Promise<string> {
  try {
    const capsule = await makeCapsule()
    await mkdir(dirname(file), { recursive: true })
    await writeCapsuleFile(file, capsule)
    return `capsule: ${file} (run it with npx hexarium replay)`
  } catch (error) {
    return `capsule: none could be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface WithMessage {
  message: string
  stack?: unknown
}

/** Errors of other realms, such as those of Jest's environment, are no instances of this realm's `Error`. */
const hasMessage = (error: unknown): error is WithMessage =>
  typeof error === "object" &&
  error !== null &&
  !Object.isFrozen(error) &&
  "message" in error &&
  typeof error.message === "string"

/** Adds a line to an error's message, also in its stack, which some runners print instead. */
function appendLine(error: WithMessage, line: string): void {
  const { message, stack } = error
  if (message.includes(line)) return
  error.message = `${message}\n${line}`
  if (typeof stack === "string") error.stack = stack.replace(message, () => error.message)
}

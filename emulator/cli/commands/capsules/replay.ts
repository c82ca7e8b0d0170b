import { basename } from "node:path"
import type { Capsule } from "../../../../src/insight/capsule/index.ts"
import { REPLACEMENT_PASSWORD } from "../../../../src/insight/capsule/index.ts"
import { DomainError } from "../../../../src/model/index.ts"
import type { CapsuleDifference } from "../../../insight/index.ts"
import { openCapsuleWorld, readCapsuleFile, runCapsule, startServer } from "../../../node/index.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { countText, print, valueText } from "../../print.ts"
import { printable } from "../../printable.ts"
import { waitForSignal } from "../../signals.ts"
import type { ReplayFlags } from "./declare.ts"

/** Exit code of a replay with another result. */
const EXIT_DIFFERENT = 2

/** Runs `hexarium replay`. */
export async function replay(io: Io, file: string, flags: ReplayFlags): Promise<number> {
  if (flags.after && !flags.serve) throw usageError("--after has an effect only with --serve")
  if (flags.serve && flags.asTest) throw usageError("expected --serve or --as-test, received both")
  try {
    const capsule = await readCapsuleFile(file)
    if (flags.asTest) {
      io.out(testText(capsule, file))
      return EXIT.ok
    }
    return flags.serve ? await serve(io, capsule, flags) : await run(io, capsule, flags)
  } catch (error) {
    if (error instanceof DomainError) throw commandError(printable(`${file}: ${error.text}`))
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw error
    throw commandError(printable(`${file} can't be read: ${code === "ENOENT" ? "the file does not exist" : code}`))
  }
}

async function run(io: Io, capsule: Capsule, flags: ReplayFlags): Promise<number> {
  const { differences, hasSameHash, responses, close } = await runCapsule(capsule)
  close()
  const [first] = differences
  print(io, flags, { requests: responses.length, differences, has_same_hash: hasSameHash }, () => {
    const changes = capsule.changes.length === 0 ? "" : ` and ${countText(capsule.changes.length, "other change")}`
    const head = `replayed ${countText(responses.length, "request")}${changes} of Hexarium ${capsule.made_by.hexarium}: `
    if (first !== undefined) return `${head}the response to request ${differenceText(first)}`
    return hasSameHash ? `${head}equal\n` : `${head}equal responses, but another state\n`
  })
  return first === undefined && hasSameHash ? EXIT.ok : EXIT_DIFFERENT
}

const differenceText = ({ id, request, path, there, here }: CapsuleDifference): string =>
  `${printable(`${id} (${request}) differs in ${path}`)}\n  recorded ${valueText(there)}\n  replayed ${valueText(here)}\n`

async function serve(io: Io, capsule: Capsule, { after, port }: ReplayFlags): Promise<number> {
  const stopped = waitForSignal(io)
  const world = after ? (await runCapsule(capsule)).world : await openCapsuleWorld(capsule)
  const server = await startServer({ world, port, strict: capsule.world.strict, coverage: true })
  io.out(`serving the world ${after ? "after" : "before"} the requests at ${server.url}\n`)
  io.out(`the password of users whose password no request contains is ${REPLACEMENT_PASSWORD}\n`)
  io.started?.()
  await stopped
  io.stopWaiting()
  await server.close()
  return EXIT.ok
}

/** Returns a Vitest test that expects the recorded status and body of the last request. */
function testText({ requests }: Capsule, file: string): string {
  const last = requests.at(-1)
  if (last === undefined) throw commandError(printable(`${file} contains no requests, so there is nothing to test`))
  const { request, response } = last
  const expected = { status: response.status, ...(isJson(response.body) && { body: JSON.parse(response.body ?? "") }) }
  const name = `${request.operation ?? `${request.method} ${request.path}`} returns ${response.status}`
  return [
    `import { replayCapsuleFile } from "hexarium/node"`,
    `import { expect, test } from "vitest"`,
    "",
    `test(${JSON.stringify(name)}, async () => {`,
    `  const { responses, close } = await replayCapsuleFile(new URL(${JSON.stringify(`./${basename(file)}`)}, import.meta.url))`,
    "  close()",
    `  expect(responses.at(-1)).toMatchObject(${JSON.stringify(expected, null, 2).replaceAll("\n", "\n  ")})`,
    "})",
    "",
  ].join("\n")
}

function isJson(text: string | undefined): boolean {
  try {
    JSON.parse(text ?? "")
    return true
  } catch {
    return false
  }
}

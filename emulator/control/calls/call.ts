import { Disconnect, OutcomeUnknown } from "../../../src/engine/index.ts"
import { DomainError, invalidParams, MAX_FINDINGS, nearest, type Refusal, type UId } from "../../../src/model/index.ts"
import { actingAs, actingAsNobody } from "../../../src/operations/index.ts"
import { requireUser } from "../../../src/people/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { asDomainError, operationOf, presentError } from "../../api/index.ts"
import {
  anyJsonReply,
  type FilePart,
  fileReply,
  jsonReply,
  type Reply,
  withHeaders,
  withRefusal,
} from "../../wire/index.ts"
import { type NamedWorld, RequestEntry } from "../../worlds/index.ts"

type Input = Readonly<Record<string, unknown>>
type Calls = Readonly<Record<string, (input: Input) => Promise<unknown>>>

export interface SentCall {
  readonly operation: string
  readonly as?: string | undefined
  readonly input?: Input | undefined
  readonly file: FilePart | undefined
  readonly authorization: string | null
}

/**
 * Runs an operation in process as `world.as` does, and logs the request (control.md section 3, "call"). Rejects for
 * internal errors and if a fault cuts the connection. `settle` waits for memory if the reply is long.
 */
export async function runCall(
  named: NamedWorld,
  sent: SentCall,
  settle: (reply: Reply) => Promise<Reply>,
): Promise<Reply> {
  const { world } = named
  const name = findOperation(world, sent.operation)
  const entry = beginEntry(named, sent, name)
  let uId: UId | null = null
  try {
    if (name === undefined) throw unknownOperation(world, sent.operation)
    const open = openCalls(world, entry)
    const isOpen = Object.hasOwn(open, name)
    if (!isOpen) uId = requireCaller(world, name, sent.as)
    const calls = uId === null ? open : userCalls(world, uId, entry)
    const reply = await settle(presentResult(await calls[name]?.(withFile(name, sent))))
    entry.answered(reply, uId)
    return reply
  } catch (error) {
    if (error instanceof Disconnect || error instanceof OutcomeUnknown) {
      entry.cut()
      throw error
    }
    const refusal = refusalOf(error)
    entry.answered(refusal ?? presentError(asDomainError(error), null), uId)
    if (refusal === undefined) throw error
    return refusal
  }
}

const openCalls = (world: EngineWorld, cause?: RequestEntry): Calls =>
  actingAsNobody({ engine: world, cause }) as unknown as Calls

const userCalls = (world: EngineWorld, uId: UId, cause?: RequestEntry): Calls =>
  actingAs({ engine: world, uId, cause }) as unknown as Calls

const namesOf = (world: EngineWorld): string[] => [
  ...Object.keys(openCalls(world)),
  ...Object.keys(userCalls(world, "" as UId)),
]

/** Converts an operation name to the spelling of `world.as`; undefined if the operation is unknown. */
function findOperation(world: EngineWorld, given: string): string | undefined {
  const name = `${given.charAt(0).toLowerCase()}${given.slice(1)}`
  return namesOf(world).find((one) => one === name)
}

function unknownOperation(world: EngineWorld, given: string): DomainError {
  const meant = nearest(given, namesOf(world))
  const hint = meant === undefined ? "use a name such as getItemDetails" : `did you mean ${meant}?`
  return invalidParams(`unknown operation ${JSON.stringify(given)}; ${hint}`)
}

function requireCaller(world: EngineWorld, name: string, reference: string | undefined): UId {
  if (reference === undefined) throw invalidParams(`${name} needs a user; set the property \`as\` to an e-mail address`)
  return requireUser(world.view(), reference).uId
}

function withFile(name: string, { input = {}, file }: SentCall): Input {
  if (file === undefined) return input
  const { filename, contentType, bytes } = file
  if (name === "uploadTemplate") return { ...input, archive: bytes }
  if (name === "uploadUserProfilePicture") return { contentType, ...input, bytes }
  const said = typeof input.file === "object" ? input.file : {}
  return { ...input, file: { name: filename, contentType, ...said, bytes } }
}

interface BytesResult {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name?: string
  readonly contentType?: string
}

const hasBytes = (result: unknown): result is BytesResult =>
  typeof result === "object" && result !== null && "bytes" in result && result.bytes instanceof Uint8Array

/** Converts a result to a reply. If it contains bytes, the header `X-Hexarium-Result` lists its properties. */
function presentResult(result: unknown): Reply {
  if (hasBytes(result)) {
    const { bytes, name = "file", contentType = "application/octet-stream" } = result
    return withHeaders(fileReply(contentType, bytes, name), { "x-hexarium-result": Object.keys(result).join(",") })
  }
  return anyJsonReply(200, { result: result ?? null })
}

/** Converts an error to a reply; undefined for an internal error. */
function refusalOf(error: unknown): Reply | undefined {
  if (!(error instanceof DomainError)) return undefined
  const { code, reason, status, message, why, refusal } = error
  const failure = { code, reason, status, message, why, details: detailsOf(refusal) }
  const reply = withRefusal(jsonReply(status, { error: failure }), error, code)
  const { retryAfter } = refusal
  return retryAfter === undefined ? reply : withHeaders(reply, { "retry-after": String(retryAfter) })
}

function detailsOf({ findings, causes: _, ...details }: Refusal): Refusal {
  if (findings === undefined || findings.length <= MAX_FINDINGS) return findings ? { ...details, findings } : details
  const [next] = findings.slice(MAX_FINDINGS)
  const more = next && { ...next, description: `${findings.length - MAX_FINDINGS} more`, error: "", referenceId: "" }
  return { ...details, findings: [...findings.slice(0, MAX_FINDINGS), ...(more ? [more] : [])] }
}

function beginEntry(named: NamedWorld, sent: SentCall, name: string | undefined): RequestEntry {
  const entry = new RequestEntry(named.log, named.world.now, {
    method: "POST",
    path: `/_hexarium/worlds/${named.name}/call`,
    isPathCut: false,
    operation: name === undefined ? null : operationOf(name as never),
    token: sent.authorization,
  })
  const { operation, as, input, file } = sent
  const about = file && { filename: file.filename, content_type: file.contentType, bytes: file.bytes.byteLength }
  entry.receivedBody(new TextEncoder().encode(JSON.stringify({ operation, as, input, file: about })))
  return entry
}

import {
  actingAs,
  actingAsNobody,
  Disconnect,
  DomainError,
  invalidParams,
  nearest,
  OutcomeUnknown,
  type Refusal,
  requireUser,
  type UId,
  type World,
} from "../../src/inside.ts"
import { MOST_FINDINGS } from "../contract/refusals.ts"
import { operationOf } from "../api/contract/table.ts"
import { asDomainError, presentError } from "../api/http/errors.ts"
import { fileReply } from "../wire/file-reply.ts"
import type { FilePart } from "../wire/form.ts"
import { anyJsonReply, jsonReply, type Reply, withHeaders } from "../wire/reply.ts"
import { RequestEntry } from "../worlds/request-entry.ts"
import type { NamedWorld } from "../worlds/worlds.ts"

type Input = Readonly<Record<string, unknown>>
type Calls = Readonly<Record<string, (input: Input) => Promise<unknown>>>

/** A call in natural words, as it was sent. */
export interface SentCall {
  readonly operation: string
  readonly as?: string | undefined
  readonly input?: Input | undefined
  readonly file: FilePart | undefined
  readonly authorization: string | null
}

/**
 * Runs an operation in process as `world.as` does (control.md section 3, "call"), as an entry of the request log. Rejects where the
 * connection is to be cut, and with a bug. `settle` waits for the room that a long reply takes.
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

const openCalls = (world: World, behalf?: RequestEntry): Calls =>
  actingAsNobody({ engine: world, behalf }) as unknown as Calls

const userCalls = (world: World, uId: UId, behalf?: RequestEntry): Calls =>
  actingAs({ engine: world, uId, behalf }) as unknown as Calls

/** The operations do not depend on who calls them. */
const namesOf = (world: World): string[] => [
  ...Object.keys(openCalls(world)),
  ...Object.keys(userCalls(world, "" as UId)),
]

/** The operation in the spelling of `world.as`; undefined where there is none of that name. */
function findOperation(world: World, given: string): string | undefined {
  const name = `${given.charAt(0).toLowerCase()}${given.slice(1)}`
  return namesOf(world).find((one) => one === name)
}

function unknownOperation(world: World, given: string): DomainError {
  const meant = nearest(given, namesOf(world))
  const hint = meant === undefined ? "expected a name such as createItem" : `did you mean ${meant}?`
  return invalidParams(`no operation ${JSON.stringify(given)}; ${hint}`)
}

function requireCaller(world: World, name: string, reference: string | undefined): UId {
  if (reference === undefined) throw invalidParams(`${name} needs a user to act as: give \`as\`, an e-mail address`)
  return requireUser(world.view(), reference).uId
}

/** The input with the uploaded file where the operation takes one. */
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

/** `X-Hexarium-Result` names the properties of a result that is answered as bytes. */
function presentResult(result: unknown): Reply {
  if (hasBytes(result)) {
    const { bytes, name = "file", contentType = "application/octet-stream" } = result
    return withHeaders(fileReply(contentType, bytes, name), { "x-hexarium-result": Object.keys(result).join(",") })
  }
  return anyJsonReply(200, { result: result ?? null })
}

/** Undefined where the error is a bug of ours. */
function refusalOf(error: unknown): Reply | undefined {
  if (error instanceof DomainError) {
    const { code, reason, status, message, refusal } = error
    const reply = jsonReply(status, { error: { code, reason, status, message, details: detailsOf(refusal) } })
    const { retryAfter } = refusal
    return retryAfter === undefined ? reply : withHeaders(reply, { "retry-after": String(retryAfter) })
  }
  // What an operation throws at an input of another shape.
  if (!(error instanceof TypeError)) return undefined
  const { message } = error
  return jsonReply(400, { error: { code: "INVALID_PARAMS", reason: "params", status: 400, message, details: {} } })
}

function detailsOf({ findings, ...details }: Refusal): Refusal {
  if (findings === undefined || findings.length <= MOST_FINDINGS) return findings ? { ...details, findings } : details
  const [next] = findings.slice(MOST_FINDINGS)
  const more = next && { ...next, description: `${findings.length - MOST_FINDINGS} more`, error: "", referenceId: "" }
  return { ...details, findings: [...findings.slice(0, MOST_FINDINGS), ...(more ? [more] : [])] }
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

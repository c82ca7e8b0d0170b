import { ask, ControlError } from "../api/control.ts"
import { ApiError } from "../api/person.ts"
import { shellTexts } from "../texts/shell.ts"
import { worldName } from "./address.ts"

/** Returns the reason of a refused request in words: the causes in the request log, or else the reason in the response. */
export async function explainedReason(error: unknown): Promise<string> {
  if (!(error instanceof ApiError) || error.requestId === null) return reasonOf(error)
  const params = { w: worldName.peek(), id: error.requestId }
  // The reason in the response remains if the log has no entry.
  const entry = await ask("GET /worlds/:w/requests/:id", { params }).catch(() => undefined)
  if (entry?.causes === undefined) return reasonOf(error)
  const [{ reasonText }, { readNames }] = await Promise.all([import("./causes.ts"), import("./names.ts")])
  await readNames()
  return reasonText(entry) ?? reasonOf(error)
}

export function reasonOf(error: unknown): string {
  if (error instanceof ControlError) return error.status === 0 ? shellTexts().unreachable : error.message
  if (error instanceof ApiError) return error.message.replace(/^\w+: /, "")
  if (error instanceof TypeError) return shellTexts().unreachable
  return error instanceof Error ? error.message : String(error)
}

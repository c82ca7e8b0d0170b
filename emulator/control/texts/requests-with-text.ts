import { foldText } from "../../../src/model/index.ts"
import type { View } from "../../../src/state/index.ts"
import { nextTurn } from "../../wire/index.ts"
import type { RequestEntry } from "../../worlds/index.ts"
import { presentRequest } from "../presenters/requests.ts"

/** Maximum bytes of the request log to search per event-loop turn. */
const TURN_BYTES = 262_144
/** Assumed size in bytes of an entry without its bodies. */
const LINE_BYTES = 1000

/** Finds log entries that contain a text, ignoring case and width. If `end` is aborted, returns the entries found so far. */
export async function requestsWithText(
  view: () => View,
  entries: readonly RequestEntry[],
  text: string,
  end: Pick<AbortSignal, "aborted">,
): Promise<RequestEntry[]> {
  const wanted = foldText(text)
  const found: RequestEntry[] = []
  let ofTurn = 0
  for (const entry of entries) {
    if (ofTurn >= TURN_BYTES) {
      await nextTurn()
      if (end.aborted) break
      ofTurn = 0
    }
    ofTurn += LINE_BYTES + entry.weight
    if (foldText(JSON.stringify(presentRequest(view(), entry))).includes(wanted)) found.push(entry)
  }
  return found
}

import type { World } from "../../src/inside.ts"
import { nextTurn } from "../wire/next-turn.ts"
import type { RequestEntry } from "../worlds/request-entry.ts"
import { presentRequest } from "./presenters/requests.ts"

/** How much of a log is read before others have their turn, in bytes as the log counts what it holds. */
const TURN_BYTES = 262_144
/** What the line of an entry is taken for. */
const LINE_BYTES = 1000

/**
 * The entries that have a text in what is told of them, in any case; those that were found until nobody wants to know any more. A full
 * log is 16 MiB of JSON to write and read: others have their turn.
 */
export async function requestsWithText(
  world: World,
  entries: readonly RequestEntry[],
  text: string,
  end: Pick<AbortSignal, "aborted">,
): Promise<RequestEntry[]> {
  const wanted = text.toLowerCase()
  const found: RequestEntry[] = []
  let ofTurn = 0
  for (const entry of entries) {
    if (ofTurn >= TURN_BYTES) {
      await nextTurn()
      if (end.aborted) break
      ofTurn = 0
    }
    ofTurn += LINE_BYTES + entry.weight
    if (JSON.stringify(presentRequest(world, entry)).toLowerCase().includes(wanted)) found.push(entry)
  }
  return found
}

import { type EndedRun, nameUser } from "../../../src/inside.ts"
import { RequestEntry } from "../../worlds/request-entry.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"
import { presentLines } from "./requests.ts"

/** ScriptRun of control.md section 3. */
export function presentScriptRun({ world, log }: NamedWorld, { at, uId, behalf, error, lines }: EndedRun) {
  const entry =
    behalf instanceof RequestEntry
      ? behalf
      : log.allEntries().find(({ cause, input }) => cause === behalf && input.method === "CLOCK")
  return {
    at,
    user: nameUser(world.view(), uId),
    request: entry === undefined || entry.id === 0 ? null : String(entry.id),
    error: error === null ? null : (presentLines(entry, [error])[0] ?? null),
    logs: presentLines(entry, lines),
  }
}

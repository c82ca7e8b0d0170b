import type { EndedRun } from "../../../src/engine/index.ts"
import { type NamedWorld, nameUser, RequestEntry } from "../../worlds/index.ts"
import { presentLines } from "./requests.ts"

export function presentScriptRun({ world, log }: NamedWorld, { at, uId, cause, error, lines }: EndedRun) {
  const entry =
    cause instanceof RequestEntry
      ? cause
      : log.allEntries().find((due) => due.cause === cause && due.input.method === "CLOCK")
  return {
    at,
    user: nameUser(world.view(), uId),
    request: entry === undefined || entry.id === 0 ? null : String(entry.id),
    error: error === null ? null : (presentLines(entry, [error])[0] ?? null),
    logs: presentLines(entry, lines),
  }
}

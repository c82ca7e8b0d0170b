import * as z from "zod"
import type { EndedRun, ScriptName } from "../../../src/engine/index.ts"
import { answerOf, internalId, millis, namedAnswer, objectOf } from "../../api/index.ts"
import { type NamedWorld, nameUser, RequestEntry } from "../../worlds/index.ts"
import { listing } from "../paged-list.ts"
import { presentLines } from "../presenters/requests.ts"
import { route } from "../route.ts"

/** One run of a script (control.md section 3, "script-runs"). */
const scriptRunShape = namedAnswer("ScriptRun", () => ({
  at: millis().describe("Start of the run on the world's clock"),
  user: z.string().describe("User as whom the script ran"),
  request: z.string().nullable().describe("Number of the run's entry in the request log; null before the entry exists"),
  error: z.string().nullable().describe("Error of the script; null if the run succeeded"),
  logs: z.array(z.string()).describe("Log lines of the run, up to 4096 characters"),
}))

function presentScriptRun({ world, log }: NamedWorld, { at, uId, cause, error, lines }: EndedRun) {
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

export const scriptRoutes = [
  route(
    "GET /worlds/:w/script-runs",
    {
      name: "listScriptRuns",
      summary: "List the latest runs of a script with their logs",
      anchor: "script-runs",
      query: objectOf(() => ({
        kind: z
          .enum(["function", "pre_script", "post_script"])
          .describe("Kind of the script: a function of an application, or the script before or after an action"),
        script: internalId().describe("a_id of the action, or fn_id of the function"),
      })),
      answer: answerOf(() => ({ script_runs: z.array(scriptRunShape()).describe("Runs, oldest first; at most 20") })),
      isList: true,
    },
    ({ named, query: { kind, script } }) =>
      listing("script_runs", named.world.scriptRuns.of({ kind, id: script as ScriptName["id"] }), (run) =>
        presentScriptRun(named, run),
      ),
  ),
] as const

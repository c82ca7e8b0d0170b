import * as z from "zod"
import type { ScriptName } from "../../../src/engine/index.ts"
import { answerOf, internalId, lazy } from "../../api/index.ts"
import { listing } from "../paged-list.ts"
import { presentScriptRun } from "../presenters/script-runs.ts"
import { route } from "../route.ts"
import { scriptKind, scriptRunShape } from "../shapes/script-runs.ts"

export const scriptRoutes = [
  route(
    "GET /worlds/:w/script-runs",
    {
      name: "listScriptRuns",
      summary: "List the latest runs of a script with their logs",
      anchor: "script-runs",
      query: lazy(() =>
        z.object({
          kind: scriptKind(),
          script: internalId().describe("a_id of the action, or fn_id of the function"),
        }),
      ),
      answer: answerOf(() => ({ script_runs: z.array(scriptRunShape()).describe("Runs, oldest first; at most 20") })),
      isList: true,
    },
    ({ named, query: { kind, script } }) =>
      listing("script_runs", named.world.scriptRuns.of({ kind, id: script as ScriptName["id"] }), (run) =>
        presentScriptRun(named, run),
      ),
  ),
] as const

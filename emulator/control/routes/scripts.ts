import * as z from "zod"
import type { ScriptName } from "../../../src/inside.ts"
import { answer, internalId, lazy } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentScriptRun } from "../presenters/script-runs.ts"
import { route } from "../route.ts"
import { scriptKind, scriptRunShape } from "../shapes/script-runs.ts"

/** How the scripts of a world ended (control.md section 3, "script-runs"). */
export const scriptRoutes = [
  route(
    "GET /worlds/:w/script-runs",
    {
      name: "listScriptRuns",
      summary: "The latest runs of a script, with what they logged",
      anchor: "script-runs",
      query: lazy(() =>
        z.object({
          kind: scriptKind(),
          script: internalId().describe("a_id of the action, or fn_id of the function"),
        }),
      ),
      answer: lazy(() => answer({ script_runs: z.array(scriptRunShape()).describe("Oldest first, at most 20") })),
      isList: true,
    },
    ({ named, query: { kind, script } }) =>
      listing("script_runs", named.world.scriptRuns.of({ kind, id: script as ScriptName["id"] }), (run) =>
        presentScriptRun(named, run),
      ),
  ),
] as const

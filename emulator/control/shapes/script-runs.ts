import * as z from "zod"
import { answer, lazy, millis, named } from "../../api/index.ts"

export const scriptKind = () =>
  z
    .enum(["function", "pre_script", "post_script"])
    .describe("A function of an application, or the script before or after an action")

/** One run of a script (control.md section 3, "script-runs"). */
export const scriptRunShape = lazy(() =>
  named(
    "ScriptRun",
    answer({
      at: millis().describe("Start on the world's clock"),
      user: z.string().describe("User of the run"),
      request: z
        .string()
        .nullable()
        .describe("Number of the run's entry in the request log; null before the entry exists"),
      error: z.string().nullable().describe("The error; null if the run succeeded"),
      logs: z.array(z.string()).describe("Logs of the run, up to 4096 characters"),
    }),
  ),
)

import * as z from "zod"
import { millis, namedAnswer } from "../../api/index.ts"

export const scriptKind = () =>
  z
    .enum(["function", "pre_script", "post_script"])
    .describe("Kind of the script: a function of an application, or the script before or after an action")

/** One run of a script (control.md section 3, "script-runs"). */
export const scriptRunShape = namedAnswer("ScriptRun", () => ({
  at: millis().describe("Start of the run on the world's clock"),
  user: z.string().describe("User as whom the script ran"),
  request: z.string().nullable().describe("Number of the run's entry in the request log; null before the entry exists"),
  error: z.string().nullable().describe("Error of the script; null if the run succeeded"),
  logs: z.array(z.string()).describe("Log lines of the run, up to 4096 characters"),
}))

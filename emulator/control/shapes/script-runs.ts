import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"

export const scriptKind = () =>
  z
    .enum(["function", "pre_script", "post_script"])
    .describe("A function of an application, or the script before or after an action")

/** A run of a script (control.md section 3, "script-runs"). */
export const scriptRunShape = lazy(() =>
  named(
    "ScriptRun",
    answer({
      at: millis().describe("When it began, by the world's clock"),
      user: z.string().describe("Who it ran as"),
      request: z
        .string()
        .nullable()
        .describe("Number of the entry in the request log that it ran for; null where there is none, or not yet"),
      error: z.string().nullable().describe("Why it did not end well; null: it did"),
      logs: z.array(z.string()).describe("What it logged, up to 4096 characters"),
    }),
  ),
)

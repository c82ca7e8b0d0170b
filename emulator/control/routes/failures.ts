import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentFailure } from "../presenters/failures.ts"
import { route } from "../route.ts"

export const failureShape = lazy(() =>
  named(
    "Failure",
    answer({
      at: millis().describe("When it failed, by the world's clock"),
      kind: z.enum(["mail", "auto_action", "file_expiry"]).describe("What failed"),
      id: z.string().describe("ID of the mail, or auto_id of the auto action"),
      name: z.string().describe("Subject of the mail, or name of the auto action"),
      item_id: z.string().optional().describe("The item that an auto action could not be run on"),
      error: z.string().describe("Why"),
    }),
  ),
)

/** Failures of a world that no caller was told of (control.md section 3, "failures"). */
export const failureRoutes = [
  route(
    "GET /worlds/:w/failures",
    {
      name: "listFailures",
      summary: "What failed without a caller to be told of it",
      anchor: "failures",
      answer: lazy(() => answer({ failures: z.array(failureShape()).describe("Oldest first") })),
      isList: true,
    },
    ({ named }) => listing("failures", named.world.failureLog.entries, presentFailure),
  ),
] as const

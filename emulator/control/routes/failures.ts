import * as z from "zod"
import { answer, lazy } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentFailure } from "../presenters/failures.ts"
import { route } from "../route.ts"
import { failureShape } from "../shapes/failures.ts"

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

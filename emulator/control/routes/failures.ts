import * as z from "zod"
import { answerOf } from "../../api/index.ts"
import { listing } from "../paged-list.ts"
import { presentFailure } from "../presenters/failures.ts"
import { route } from "../route.ts"
import { failureShape } from "../shapes/failures.ts"

export const failureRoutes = [
  route(
    "GET /worlds/:w/failures",
    {
      name: "listFailures",
      summary: "List failures that no caller received",
      anchor: "failures",
      answer: answerOf(() => ({ failures: z.array(failureShape()).describe("Failures, oldest first") })),
      isList: true,
    },
    ({ named }) => listing("failures", named.world.failureLog.entries, presentFailure),
  ),
] as const

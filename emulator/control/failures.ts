import { presentFailure } from "../presenters/control/failures.ts"
import { type ControlRoute, route } from "./route.ts"

/** What a world could not do and nobody was told of; beside control.md section 3. */
export const failureRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/failures", ({ named }) => ({
    failures: named.world.failureLog.entries.map(presentFailure),
  })),
]

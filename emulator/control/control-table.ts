import type { Route, RouteAnswer, RouteBodyInput, RouteKey, RouteParams, RouteQueryInput } from "./route.ts"
import { callRoutes } from "./routes/calls.ts"
import { capsuleRoutes } from "./routes/capsules.ts"
import { clockRoutes } from "./routes/clock.ts"
import { coverageRoutes } from "./routes/coverage.ts"
import { dataRoutes } from "./routes/data.ts"
import { eventRoutes } from "./routes/events.ts"
import { explanationRoutes } from "./routes/explanations.ts"
import { failureRoutes } from "./routes/failures.ts"
import { familyRoutes } from "./routes/families.ts"
import { faultRoutes } from "./routes/faults.ts"
import { fixtureRoutes } from "./routes/fixtures.ts"
import { mailRoutes } from "./routes/mails.ts"
import { openApiRoutes } from "./routes/openapi.ts"
import { peopleRoutes } from "./routes/people.ts"
import { readinessRoutes } from "./routes/readiness.ts"
import { replicaRoutes } from "./routes/replicas.ts"
import { requestRoutes } from "./routes/requests.ts"
import { schemaRoutes } from "./routes/schema.ts"
import { scriptRoutes } from "./routes/scripts.ts"
import { seedRoutes } from "./routes/seed.ts"
import { tokenRoutes } from "./routes/tokens.ts"
import { versionRoutes } from "./routes/versions.ts"
import { webhookRoutes } from "./routes/webhooks.ts"
import { worldRoutes } from "./routes/worlds.ts"

/** All routes of the control plane (control.md section 3). The first route that matches a path is used. */
const routes = [
  ...readinessRoutes,
  ...worldRoutes,
  ...clockRoutes,
  ...mailRoutes,
  ...replicaRoutes,
  ...requestRoutes,
  ...explanationRoutes,
  ...eventRoutes,
  ...faultRoutes,
  ...webhookRoutes,
  ...failureRoutes,
  ...tokenRoutes,
  ...callRoutes,
  ...fixtureRoutes,
  ...seedRoutes,
  ...schemaRoutes,
  ...scriptRoutes,
  ...dataRoutes,
  ...peopleRoutes,
  ...familyRoutes,
  ...versionRoutes,
  ...coverageRoutes,
  ...capsuleRoutes,
  ...openApiRoutes,
] as const

export const controlTable: readonly Route[] = routes

/** Union of all routes, with their methods, paths and schemas as types. */
export type ControlRoute = (typeof routes)[number]

/** Types of each route's `params`, `query`, `body` and response, for clients: `ControlRoutes["POST /worlds/:w/clock"]`. */
export type ControlRoutes = {
  readonly [R in (typeof routes)[number] as R["at"]]: R extends Route<infer At extends RouteKey, infer W>
    ? {
        readonly params: RouteParams<At>
        readonly query: RouteQueryInput<W>
        readonly body: RouteBodyInput<W>
        readonly answer: RouteAnswer<W>
      }
    : never
}

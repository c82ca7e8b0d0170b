export { apiCallerOf } from "./calls/script-calls.ts"
export { makeControl } from "./control.ts"
export { type ControlRoute, type ControlRoutes, controlTable } from "./control-table.ts"
export { type ControlFacts, controlWire } from "./control-wire.ts"
export { controlOrigins } from "./guards/control-origins.ts"
export { guardFromRemote, guardVersions, type RemoteControl } from "./guards/guard.ts"
export { makeMetrics } from "./metrics/make-metrics.ts"
export type { ProcessUsage } from "./metrics/server-metrics.ts"
export { controlDocument } from "./openapi.ts"
export { presentFired } from "./presenters/clock.ts"
export { presentFailure } from "./presenters/failures.ts"
export { presentRequestLine, reasonIn } from "./presenters/requests.ts"
export { makeProbes, type ProbeParts, probeReply } from "./probes.ts"
export {
  queryOf,
  type Route,
  type RouteAnswer,
  type RouteBodyInput,
  type RouteParams,
  type RouteQueryInput,
  type RouteWords,
  splitKey,
} from "./route.ts"
export { makeScriptLines } from "./streams/script-lines.ts"
export { writeFixture } from "./texts/fixture-text.ts"

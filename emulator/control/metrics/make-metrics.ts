import type { Hono } from "hono"
import { notFoundHandlers } from "../../api/index.ts"
import { textReply } from "../../wire/index.ts"
import { answerAny, answerControl, type ControlEnv } from "../control-env.ts"
import type { Guards } from "../guards/guard.ts"
import { makeGuarded } from "../guards/make-guarded.ts"
import { type MetricSources, serverMetrics } from "./server-metrics.ts"
import { METRICS_TYPE, metricsText } from "./text-format.ts"

/** Creates the app that serves the server's metrics to everyone who may read the control plane (metrics.md). */
export function makeMetrics(guards: Guards, sources: Omit<MetricSources, "worlds">): Hono<ControlEnv> {
  const app = makeGuarded(guards)
  const { worlds } = guards
  const metricsReply = () => textReply(METRICS_TYPE, metricsText(serverMetrics({ worlds, ...sources })))
  app.get("/", (context) => answerAny(context, metricsReply))
  app.use("*", ...notFoundHandlers(app, answerControl))
  return app
}

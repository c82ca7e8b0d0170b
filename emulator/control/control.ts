import type { Hono } from "hono"
import { basePath } from "hono/route"
import { lazy, nearRoute, noSuchPath, type Reads, RouteTable, segmentsOf, wrongMethod } from "../api/index.ts"
import type { CapsuleParts, ServerCoverage } from "../insight/index.ts"
import type { Replicas } from "../worlds/index.ts"
import { answerControl, type ControlEnv } from "./control-env.ts"
import { controlTable } from "./control-table.ts"
import type { Guards } from "./guards/guard.ts"
import { makeGuarded } from "./guards/make-guarded.ts"
import { splitKey } from "./route.ts"

export interface ControlParts {
  readonly reads: Reads
  readonly replicas: Replicas
  /** Whether item writes refuse keys of unknown fields. */
  readonly strict: boolean
  /** Undefined if the server does not count its coverage. */
  readonly coverage: ServerCoverage | undefined
  readonly capsules: CapsuleParts
}

/** Creates the control plane, which serves everything below /_hexarium (control.md section 3). */
export function makeControl(
  guards: Guards,
  { reads, replicas, strict, coverage, capsules }: ControlParts,
): Hono<ControlEnv> {
  const control = makeGuarded(guards)
  control.use(async (context, next) => {
    context.set("worlds", guards.worlds)
    context.set("reads", reads)
    context.set("replicas", replicas)
    context.set("strict", strict)
    context.set("coverage", coverage)
    context.set("capsules", capsules)
    await next()
  })
  return control.all("*", (context) => {
    const { method, path } = context.req
    const below = path.slice(basePath(context).length)
    const match = routes().match(method === "HEAD" ? "GET" : method, below)
    if (match.route !== undefined) return match.route.serve(context, match.params)
    if (match.allowed.length > 0) return answerControl(context, wrongMethod(method, match.allowed))
    const meant = nearRoute(method, below, { prefix: "/_hexarium", routes: routeNames() })
    return answerControl(context, noSuchPath(path, meant))
  })
}

const routes = lazy(() => new RouteTable(controlTable.map((route) => ({ ...route, ...splitKey(route.at) }))))

const routeNames = lazy(() =>
  controlTable.map(({ at }) => {
    const { method, path } = splitKey(at)
    return { method, segments: segmentsOf(path) }
  }),
)

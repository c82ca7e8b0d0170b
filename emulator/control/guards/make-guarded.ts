import { Hono } from "hono"
import { OutcomeUnknown } from "../../../src/engine/index.ts"
import { DomainError } from "../../../src/model/index.ts"
import { presentError } from "../../api/index.ts"
import { answerControl, type ControlEnv } from "../control-env.ts"
import { allowControlPages } from "./control-origins.ts"
import { type Guards, guardControl } from "./guard.ts"

/** Creates an app without routes that refuses foreign pages and other machines, and responds to errors. */
export function makeGuarded(guards: Guards): Hono<ControlEnv> {
  const app = new Hono<ControlEnv>()
  app.use(allowControlPages(guards.origins), guardControl(guards))
  return app.onError((error, context) => {
    if (error instanceof DomainError && !(error instanceof OutcomeUnknown))
      return answerControl(context, presentError(error, null))
    throw error
  })
}

import type { Explanation } from "../model/index.ts"
import { scopeOf } from "./scope.ts"
import { stepOf } from "./slots.ts"
import { explainSteps } from "./steps.ts"
import type { TriedRequest } from "./tried-request.ts"
import { findWays, type Ground } from "./ways.ts"

/** The state on which a request is explained. */
export interface ExplainedState extends Ground {
  readonly version: number
  /** Whether the state is the world's current one. */
  readonly isCurrent: boolean
}

/** Explains a request: runs it on a copy of the world, and searches for ways to success if it is refused (insight.md section 2). */
export async function explain<R>(ground: ExplainedState, tried: TriedRequest<R>): Promise<Explanation<R>> {
  const fork = ground.fork()
  try {
    const view = fork.view()
    const { refusal } = await tried.run(fork)
    const facts = { version: ground.version, current: ground.isCurrent }
    const steps = explainSteps(scopeOf(view, tried), refusal)
    if (refusal === null) return { outcome: "ok", steps, ways: [], ...facts }
    const note = NOTES[stepOf(refusal)]
    if (note !== undefined) return { outcome: "refused", steps, ways: [], ...facts, note }
    if (tried.show(view) === undefined) return { outcome: "refused", steps, ways: [], ...facts, note: SECRET }
    return { outcome: "refused", steps, ways: await findWays(ground, tried, view, refusal), ...facts }
  } finally {
    ground.release(fork)
  }
}

const SECRET = "no ways, because the request contains a password, a token or a confirmation ID"

/** Why the ways past a step are not searched. */
const NOTES: Readonly<Partial<Record<ReturnType<typeof stepOf>, string>>> = {
  token: "no ways, because they would contain a password or a token",
  script: "no ways, because only the script knows what it accepts",
}

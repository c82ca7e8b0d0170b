import type { Engine, Ports, RepeatableCall } from "../engine/index.ts"
import { type Explanation, LazyModule } from "../model/index.ts"
import { noWebhooks } from "../ports/index.ts"
import type { State } from "../state/index.ts"
import type { ExplainedState } from "./explain.ts"
import type { WantedItem } from "./wants.ts"

const explanations = new LazyModule(() => import("./explain-call.ts"))

/** The members of a world that explain requests (insight.md section 2). */
export abstract class Explainable {
  abstract readonly ports: Ports
  abstract get state(): State
  abstract get version(): number
  /** Returns a world in a state, with other ports. */
  protected abstract copyOf(state: State, ports: Ports): Engine

  /**
   * Explains why a user may see, update or delete an item or run an action on it, or why not, and what would have to change. Changes
   * nothing. Rejects for an unknown user, item or action.
   */
  async explain(user: string, wanted: WantedItem): Promise<Explanation> {
    const { explainWanted } = await explanations.load()
    return explainWanted(this.explainedState(), user, wanted)
  }

  /** Explains a call of an operation on a state that it met. Default: the current state. */
  async explainCall(call: RepeatableCall, state?: State): Promise<Explanation> {
    const ground = this.explainedState(state)
    return (await explanations.load()).explainCall(ground, call)
  }

  /** Returns a state on whose copies an explanation tries requests. The copies reach nothing outside the process. */
  explainedState(state = this.state, version = this.version): ExplainedState {
    const { persistence: _, mailDelivery: __, ...inside } = this.ports
    const ports = { ...inside, webhooks: noWebhooks }
    return {
      version,
      isCurrent: state === this.state,
      fork: () => this.copyOf(state, ports),
      release: (copy) => this.ports.blobs.release?.(copy),
    }
  }
}

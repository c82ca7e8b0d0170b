import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"

/**
 * Remembers what a rule said about an actor and a record. Both are values, and whatever else the rule looks at (groups,
 * roles) makes a new actor when it changes, so the answer holds for as long as the two live.
 */
export function perActor<R extends object, T extends object>(
  rule: (view: View, actor: Actor, record: R) => T,
): (view: View, actor: Actor, record: R) => T {
  const answers = new WeakMap<Actor, WeakMap<R, T>>()
  return (view, actor, record) => {
    let ofActor = answers.get(actor)
    if (ofActor === undefined) {
      ofActor = new WeakMap()
      answers.set(actor, ofActor)
    }
    let answer = ofActor.get(record)
    if (answer === undefined) {
      answer = rule(view, actor, record)
      ofActor.set(record, answer)
    }
    return answer
  }
}

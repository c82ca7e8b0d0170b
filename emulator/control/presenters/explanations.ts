import type { Explanation } from "../../../src/model/index.ts"
import type { ShownRequest } from "../../insight/index.ts"
import { shortenValue } from "./causes.ts"
import { redactedValue } from "./secrets.ts"

/** Maximum length of a sentence about a step, in characters. */
const MAX_SENTENCE = 2000

/** Converts an explanation for a response, without the request's secrets. */
export function presentExplanation(explanation: Explanation<ShownRequest>, secrets: ReadonlySet<string>) {
  const steps = explanation.steps.map((step) => ({
    ...step,
    says: step.says.length > MAX_SENTENCE ? `${step.says.slice(0, MAX_SENTENCE)}…` : step.says,
    facts: step.facts.map(({ name, value }) => ({ name, value: shortenValue(value) })),
  }))
  // The requests of ways contain no secrets, so their bodies need not be searched.
  const shown = redactedValue(steps, secrets) as typeof steps
  return {
    ...explanation,
    steps: shown,
    ways: explanation.ways.map(({ moves, change, ...way }) => ({
      ...way,
      moves: moves.map(({ kind, facts }) => ({
        kind,
        facts: facts.map(({ name, value }) => ({ name, value: shortenValue(value) })),
      })),
      ...(change !== undefined && { change: [...change] }),
    })),
  }
}

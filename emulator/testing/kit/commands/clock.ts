import fc from "fast-check"
import { advance, type FiredAction } from "../model/time.ts"
import { Disagreement } from "../session.ts"
import { kind } from "./command.ts"

interface AdvanceDraft {
  readonly ms: number
}

export const AdvanceClock = kind<AdvanceDraft>({
  name: "AdvanceClock",
  draft: () => fc.record({ ms: fc.constantFrom(1000, 60_000, 3_600_000, 86_400_000, 40 * 86_400_000) }),
  async run(model, session, draft) {
    // Advances by at most twenty periods of the most frequent auto action; more periods would test nothing new.
    const shortest = Math.min(
      ...model.schema.autoActions.filter((auto) => model.due.has(auto.autoId)).map(periodMs),
      draft.ms,
    )
    const ms = Math.min(draft.ms, shortest * 20)
    const shown = (one: FiredAction) => `${one.id}:${one.affected}`
    const expected = advance(model, ms).map(shown).join()
    const events = (await session.advance(ms)).fired
    const fired = events
      .filter((one) => one.kind === "auto_action")
      .map(shown)
      .join()
    if (fired !== expected)
      throw new Disagreement(`advance by ${ms} ms: expected the auto actions [${expected}], received [${fired}]`)
  },
})

const periodMs = (auto: { readonly timeType: string; readonly timeValue: string }): number => {
  if (auto.timeType === "min") return Number(auto.timeValue) * 60_000
  if (auto.timeType === "hr") return Number(auto.timeValue) * 3_600_000
  return 86_400_000
}

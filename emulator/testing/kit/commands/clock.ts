import fc from "fast-check"
import { advance } from "../model/time.ts"
import { Disagreement } from "../session.ts"
import { kind } from "../../../kit/commands/command.ts"

interface AdvanceDraft {
  readonly ms: number
}

export const advanceClock = kind<AdvanceDraft>({
  name: "AdvanceClock",
  draft: () => fc.record({ ms: fc.constantFrom(1000, 60_000, 3_600_000, 86_400_000, 40 * 86_400_000) }),
  async run(model, session, draft) {
    // ten-minute schedules over many days would only repeat themselves
    const shortest = Math.min(
      ...model.schema.autoActions.filter((auto) => model.due.has(auto.autoId)).map(periodMs),
      draft.ms,
    )
    const ms = Math.min(draft.ms, shortest * 20)
    const expected = advance(model, ms)
    const { fired } = await session.advance(ms)
    const autoActions = fired.filter((one) => one.kind === "auto_action")
    const left = autoActions.map((one) => `${one.id}:${one.affected}`).join()
    const right = expected.map((one) => `${one.id}:${one.affected}`).join()
    if (left !== right) throw new Disagreement(`advancing ${ms} ms fired [${left}], expected [${right}]`)
  },
})

const periodMs = (auto: { readonly timeType: string; readonly timeValue: string }): number => {
  if (auto.timeType === "min") return Number(auto.timeValue) * 60_000
  if (auto.timeType === "hr") return Number(auto.timeValue) * 3_600_000
  return 86_400_000
}

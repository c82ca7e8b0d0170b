import { type Outcome, outcomeOf } from "../../parts/outcome.tsx"
import { overviewTexts } from "../../texts/overview.ts"

const MINUTES = 60
const MINUTE_MS = 60_000
const WIDTH = 600
const HEIGHT = 120
const OUTCOMES: readonly Outcome[] = ["ok", "refused", "failed"]

export type Minutes = readonly Readonly<Record<Outcome, number>>[]

export function byMinute(requests: readonly { readonly at: string; readonly status: number }[], now: number): Minutes {
  const minutes = Array.from({ length: MINUTES }, () => ({ ok: 0, refused: 0, failed: 0 }))
  for (const { at, status } of requests) {
    const ago = Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS))
    const minute = minutes[MINUTES - 1 - ago]
    if (minute !== undefined) minute[outcomeOf(status)] += 1
  }
  return minutes
}

export function Chart({ minutes }: { readonly minutes: Minutes }) {
  const t = overviewTexts()
  const total = (outcome: Outcome) => minutes.reduce((sum, minute) => sum + minute[outcome], 0)
  const highest = Math.max(1, ...minutes.map(({ ok, refused, failed }) => ok + refused + failed))
  const width = WIDTH / MINUTES
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.chart(total("ok"), total("refused"), total("failed"))}
      >
        <line class="base" x1="0" y1={HEIGHT - 0.5} x2={WIDTH} y2={HEIGHT - 0.5} />
        {minutes.map((minute, at) => {
          let bottom = HEIGHT
          return OUTCOMES.map((outcome) => {
            const height = (minute[outcome] / highest) * (HEIGHT - 6)
            bottom -= height
            if (height === 0) return null
            return (
              <rect
                key={`${at}${outcome}`}
                class={outcome}
                x={at * width + 1}
                y={bottom}
                width={width - 2}
                height={height}
              />
            )
          })
        })}
      </svg>
      <p class="legend">
        {OUTCOMES.map((outcome) => (
          <span key={outcome} class={outcome}>
            {t[outcome]} {total(outcome)}
          </span>
        ))}
      </p>
    </>
  )
}

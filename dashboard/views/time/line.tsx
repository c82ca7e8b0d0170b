import { inUtc } from "../../parts/time.tsx"
import { timeTexts } from "../../texts/time.ts"

export const SPANS = [
  { name: "day", days: 1 },
  { name: "week", days: 7 },
  { name: "month", days: 30 },
] as const

const DAY_MS = 86_400_000
const WIDTH = 1000
const HEIGHT = 56
const BASE = 34
/** Marks nearer than this are one, larger. */
const NEAR = 10

interface Due {
  readonly at: string
  readonly name: string
}

interface Mark {
  readonly x: number
  readonly events: Due[]
}

/** Events by where they stand on the line. */
function marksOf(upcoming: readonly Due[], now: number, days: number): Mark[] {
  const marks: Mark[] = []
  for (const event of upcoming) {
    const x = ((Date.parse(event.at) - now) / (days * DAY_MS)) * WIDTH
    if (x < 0 || x > WIDTH) continue
    const last = marks.at(-1)
    if (last !== undefined && x - last.x < NEAR) last.events.push(event)
    else marks.push({ x, events: [event] })
  }
  return marks
}

/** What is due on a line from now on; the list below says the same in words. */
export function Line(props: { upcoming: readonly Due[]; now: number; days: number }) {
  const { upcoming, now, days } = props
  const marks = marksOf(upcoming, now, days)
  const ticks = Array.from({ length: 6 }, (_, at) => at / 5)
  return (
    <svg
      class="timeline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`}
      role="img"
      aria-label={timeTexts().timelineOf(upcoming.length)}
    >
      <line class="base" x1="0" y1={BASE} x2={WIDTH} y2={BASE} />
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="base" x1={tick * WIDTH} y1={BASE - 4} x2={tick * WIDTH} y2={BASE + 4} />
          <text x={tick * WIDTH} y={HEIGHT + 10} class={tick === 0 ? "start" : tick === 1 ? "end" : "middle"}>
            {labelOf(now + tick * days * DAY_MS, days)}
          </text>
        </g>
      ))}
      {marks.map(({ x, events }) => (
        <circle key={x} cx={x} cy={BASE} r={Math.min(14, 5 + events.length)}>
          <title>{events.map(({ at, name }) => `${inUtc(at)} ${name}`).join("\n")}</title>
        </circle>
      ))}
    </svg>
  )
}

const labelOf = (at: number, days: number): string => (days === 1 ? inUtc(at).slice(11, 16) : inUtc(at).slice(5, 10))

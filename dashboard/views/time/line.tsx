import type { AnswerTo } from "../../api/control.ts"
import { inUtc } from "../../parts/time.tsx"
import { timeTexts } from "../../texts/time.ts"

export type TimelineEvent = AnswerTo<"GET /worlds/:w/timeline">["timeline"][number]

export const SPANS = [
  { name: "day", days: 1 },
  { name: "week", days: 7 },
  { name: "month", days: 30 },
] as const

/** Maximum number of auto actions with a lane of their own. */
const MAX_ACTIONS = 8

interface Lane {
  readonly title: string
  readonly style: "auto_action" | "mail" | "file_expiry"
  readonly events: readonly TimelineEvent[]
}

/** Returns a lane for each auto action, one for mails, and one for what expires. */
function lanesOf(events: readonly TimelineEvent[]): readonly Lane[] {
  const t = timeTexts()
  const runs = events.filter(({ kind }) => kind === "auto_action")
  const byAction = [...Map.groupBy(runs, ({ name }) => name)].sort(([left], [right]) => (left < right ? -1 : 1))
  const others = byAction.slice(MAX_ACTIONS).flatMap(([, all]) => all)
  const actions = byAction
    .slice(0, MAX_ACTIONS)
    .map(([title, all]): Lane => ({ title, style: "auto_action", events: all }))
  return [
    ...(actions.length === 0 ? [{ title: t.auto_action, style: "auto_action", events: [] } as const] : actions),
    ...(others.length === 0 ? [] : [{ title: t.otherActions, style: "auto_action", events: others } as const]),
    { title: t.mail, style: "mail", events: events.filter(({ kind }) => kind === "mail") },
    {
      title: t.ends,
      style: "file_expiry",
      events: events.filter(({ kind }) => kind !== "auto_action" && kind !== "mail"),
    },
  ]
}

const DAY_MS = 86_400_000
const WIDTH = 1000
const LANE = 30
const PAST_PART = 0.25
/** Minimum distance of two marks in pixels. Marks that would be closer become one larger mark. */
const MIN_DISTANCE_PX = 18
const MAX_LINES = 12

interface Mark {
  readonly x: number
  readonly events: TimelineEvent[]
}

/** Returns the marks to draw on the line. Events that are close together share a mark. */
export function marksOf(events: readonly TimelineEvent[], now: number, days: number): Mark[] {
  const marks: Mark[] = []
  for (const event of events) {
    const x = WIDTH * (PAST_PART + ((Date.parse(event.at) - now) / (days * DAY_MS)) * (1 - PAST_PART))
    if (x < 0 || x > WIDTH) continue
    const last = marks.at(-1)
    if (last !== undefined && x - last.x < MIN_DISTANCE_PX) last.events.push(event)
    else marks.push({ x, events: [event] })
  }
  return marks
}

/** Draws past and scheduled events as marks on a line around the current time. The lists below it contain the same events as text. */
export function Line(props: { events: readonly TimelineEvent[]; now: number; days: number }) {
  const { events, now, days } = props
  const t = timeTexts()
  const due = events.filter(({ what }) => what === "due").length
  const lanes = lanesOf(events)
  const height = lanes.length * LANE
  const ticks = Array.from({ length: 5 }, (_, at) => at / 4)
  return (
    <div class="timeline-box" tabIndex={0} role="group" aria-label={t.timeline}>
      <svg
        class="timeline"
        viewBox={`0 0 ${WIDTH} ${height + 18}`}
        role="img"
        aria-label={t.timelineOf(due, events.length - due)}
      >
        {midnights(now, days).map((x) => (
          <line key={x} class="day" x1={x} y1="0" x2={x} y2={height} />
        ))}
        <line class="now" x1={WIDTH * PAST_PART} y1="0" x2={WIDTH * PAST_PART} y2={height} />
        {ticks.map((tick) => (
          <text
            key={tick}
            x={tick * WIDTH}
            y={height + 14}
            class={tick === 0 ? "start" : tick === 1 ? "end" : "middle"}
          >
            {labelOf(now + ((tick - PAST_PART) / (1 - PAST_PART)) * days * DAY_MS, days)}
          </text>
        ))}
        {lanes.map(({ title, style, events: ofLane }, lane) => (
          <g key={`${style} ${title}`} class={`lane-${style}`}>
            <text class="lane" x="0" y={lane * LANE + 8}>
              {title}
            </text>
            <line class="base" x1="0" y1={(lane + 0.5) * LANE} x2={WIDTH} y2={(lane + 0.5) * LANE} />
            {marksOf(ofLane, now, days).map((mark) => (
              <circle
                key={mark.x}
                class={mark.events[0]?.what}
                cx={mark.x}
                cy={(lane + 0.5) * LANE}
                r={Math.min(8, 4 + Math.log2(mark.events.length))}
              >
                <title>{titleOf(mark)}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
    </div>
  )
}

/** Returns the places of the days' beginnings in UTC. */
function midnights(now: number, days: number): readonly number[] {
  const start = now - (PAST_PART / (1 - PAST_PART)) * days * DAY_MS
  const shown = (days * DAY_MS) / (1 - PAST_PART)
  const first = Math.ceil(start / DAY_MS) * DAY_MS
  return Array.from(
    { length: Math.floor((start + shown - first) / DAY_MS) + 1 },
    (_, at) => ((first + at * DAY_MS - start) / shown) * WIDTH,
  )
}

function titleOf({ events }: Mark): string {
  const t = timeTexts()
  const lines = events.slice(0, MAX_LINES).map(({ at, kind, name }) => `${inUtc(at)} ${t[kind]}: ${name}`)
  return [...lines, ...(events.length > MAX_LINES ? [t.andMore(events.length - MAX_LINES)] : [])].join("\n")
}

const labelOf = (at: number, days: number): string => (days === 1 ? inUtc(at).slice(5, 16) : inUtc(at).slice(5, 10))

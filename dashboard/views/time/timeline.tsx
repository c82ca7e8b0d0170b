import { askPage } from "../../api/control.ts"
import { DaySeparator } from "../../parts/day-separator.tsx"
import { isDay, separateDays } from "../../parts/days.ts"
import { Badge } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { worldNow } from "../../state/world.ts"
import { timeTexts } from "../../texts/time.ts"
import { Line, SPANS, type TimelineEvent } from "./line.tsx"

const PAGES = 12
const IN_WORDS = 200

async function readTimeline(w: string, days: number, signal: AbortSignal): Promise<readonly TimelineEvent[]> {
  const events: TimelineEvent[] = []
  for (let page = 0; page < PAGES; page += 1) {
    const page = await askPage("GET /worlds/:w/timeline", {
      params: { w },
      query: { days, offset: events.length },
      signal,
    })
    events.push(...page.answer.timeline)
    if (!page.goesOn) break
  }
  return events
}

/** Shows what ran and what is due around the current time, as a drawing and as a list. */
export function Timeline() {
  const t = timeTexts()
  const name = worldName.value
  const span = SPANS.find((one) => one.name === address.value.query.get("span")) ?? SPANS[0]
  const timeline = useResource(`timeline ${name} ${span.days}`, (gone) => readTimeline(name, span.days, gone), [
    "change",
    "clock",
    "fired",
    "mail",
    "world",
  ])
  return (
    <section class="card" aria-label={t.timeline}>
      <div class="card-head">
        <h2>{t.timeline}</h2>
        <select
          aria-label={t.zoom}
          value={span.name}
          onChange={({ currentTarget }) => go(withQuery({ span: currentTarget.value }), "replace")}
        >
          {SPANS.map((one) => (
            <option key={one.name} value={one.name}>
              {t[one.name]}
            </option>
          ))}
        </select>
      </div>
      <Shown of={timeline}>
        {(events) => (
          <div class="card-body">
            <Line events={events} now={worldNow()} days={span.days} />
            <details>
              <summary>{t.inWords}</summary>
              {events.length === 0 ? <p class="soft">{t.emptyTimeline}</p> : null}
              <ul class="rows">
                {separateDays(wordsOf(events), ({ at }) => at).map((event, at) =>
                  isDay(event) ? (
                    <DaySeparator key={event.day} day={event.day} />
                  ) : (
                    <li key={at}>
                      <Time at={event.at} />
                      <Badge tone={event.what === "due" ? "accent" : "plain"}>{t[event.what]}</Badge>
                      <span class="soft">{t[event.kind]}</span>
                      <span class="grow cut">{placeOf(event)}</span>
                      {event.affected === null ? null : <span class="soft">{t.affected(event.affected)}</span>}
                    </li>
                  ),
                )}
              </ul>
              {events.length > IN_WORDS ? <p class="soft">{t.andMore(events.length - IN_WORDS)}</p> : null}
            </details>
          </div>
        )}
      </Shown>
    </section>
  )
}

/** Returns the events nearest to the current time: the last past ones and the first scheduled ones. */
function wordsOf(events: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const past = events.filter(({ what }) => what === "ran")
  const coming = events.filter(({ what }) => what === "due")
  return [...past.slice(-IN_WORDS / 2), ...coming].slice(0, IN_WORDS)
}

function placeOf({ kind, what, id, name }: TimelineEvent) {
  if (kind === "mail") return <a href={addressOf("mails", [id])}>{name}</a>
  if (what === "ran") return <a href={addressOf("requests", [], { text: name })}>{name}</a>
  return name
}

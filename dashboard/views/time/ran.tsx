import { DaySeparator } from "../../parts/day-separator.tsx"
import { isDay, separateDays } from "../../parts/days.ts"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { nameOfKind, timeTexts } from "../../texts/time.ts"
import { byName, itemsOf, type Move, moves } from "./fired.ts"

/** Shows what the moves of the clock caused: a summary of each, newest first, and the events of the newest. */
export function Ran() {
  const t = timeTexts()
  const [latest, ...earlier] = moves.value.filter(({ world }) => world === worldName.value)
  if (latest === undefined) return null
  return (
    <section class="card" aria-label={t.fired}>
      <div class="card-head">
        <h2>{t.fired}</h2>
      </div>
      <p class="card-body" role="status">
        <Summary move={latest} />
      </p>
      {latest.list.length === 0 ? null : (
        <details class="card-body">
          <summary>{t.eventsInOrder}</summary>
          <Events move={latest} />
        </details>
      )}
      {earlier.length === 0 ? null : (
        <section class="card-body stack" aria-label={t.earlierMoves}>
          <h3>{t.earlierMoves}</h3>
          <ol class="plain-list">
            {earlier.map((move, at) => (
              <li key={earlier.length - at}>
                <Summary move={move} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </section>
  )
}

function Summary({ move: { list, mails, hasMoreMails } }: { readonly move: Move }) {
  const t = timeTexts()
  if (list.length === 0) return <>{t.nothingFired}</>
  const events = byName(list).map(({ name, events }) =>
    events === 1 ? nameOfKind(name) : `${nameOfKind(name)} ×${events}`,
  )
  const [from, to] = [list[0]?.at ?? "", list.at(-1)?.at ?? ""]
  return (
    <>
      {events.join(", ")} · {t.affected(itemsOf(list))} · {t.mailsSent(mails, hasMoreMails)}{" "}
      <span class="soft">
        <Time at={from} />
        {from === to ? null : " – "}
        {from === to ? null : <Time at={to} />}
      </span>
    </>
  )
}

function Events({ move: { list } }: { readonly move: Move }) {
  const t = timeTexts()
  return (
    <ul class="rows">
      {separateDays(list, ({ at }) => at).map((event, at) =>
        isDay(event) ? (
          <DaySeparator key={event.day} day={event.day} />
        ) : (
          <li key={at}>
            <Time at={event.at} />
            <a class="grow cut" href={addressOf("requests", [], { text: event.name })}>
              {event.name || nameOfKind(event.kind)}
            </a>
            <span class="soft">{t.affected(event.affected)}</span>
          </li>
        ),
      )}
    </ul>
  )
}

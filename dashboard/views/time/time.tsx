import { useSignal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import { DaySeparator } from "../../parts/day-separator.tsx"
import { isDay, separateDays } from "../../parts/days.ts"
import { Badge, Empty, Failure, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { shownVersion } from "../../shown-version.ts"
import { withQuery, worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { useResource } from "../../state/resource.ts"
import { withUndo } from "../../state/undo.ts"
import { clockMode, world } from "../../state/world.ts"
import { pastTexts } from "../../texts/past.ts"
import { nameOfKind, timeTexts } from "../../texts/time.ts"
import { record } from "./fired.ts"
import { Ran } from "./ran.tsx"
import { Timeline } from "./timeline.tsx"

type Move = NonNullable<Parameters<typeof ask<"POST /worlds/:w/clock">>[1]["body"]>

export default function TimeView() {
  const t = timeTexts()
  const name = worldName.value
  const due = useResource(
    `schedule ${name}`,
    async (gone) => (await ask("GET /worlds/:w/schedule", { params: { w: name }, signal: gone })).upcoming,
    ["change", "clock", "fired", "world"],
  )
  return (
    <>
      <ViewHead title={t.title} about={t.about}>
        {shownVersion.value === undefined && (world.value?.version ?? 0) > 0 ? (
          <a class="button" href={withQuery({ at: String(world.value?.version) })}>
            {pastTexts().lookBack}
          </a>
        ) : null}
      </ViewHead>
      <Clock />
      <Ran />
      <Timeline />
      <Shown of={due}>{(upcoming) => <Due upcoming={upcoming} />}</Shown>
    </>
  )
}

function Clock() {
  const t = timeTexts()
  const failure = useSignal<{ readonly of: string; readonly error: unknown } | undefined>(undefined)
  const mode = clockMode.value
  const move = async (of: string, body: Move) => {
    failure.value = undefined
    const w = worldName.peek()
    try {
      await record(w, () => withUndo(t.clockSet, () => ask("POST /worlds/:w/clock", { params: { w }, body })))
    } catch (error) {
      failure.value = { of, error }
    }
    refresh()
  }
  const failed = (of: string) => (failure.value?.of === of ? failure.value.error : undefined)
  return (
    <section class="card" aria-label={t.clock}>
      <div class="card-head">
        <h2>{t.clock}</h2>
        <Badge tone="accent">{mode === undefined ? "" : t[mode]}</Badge>
      </div>
      <div class="card-body form">
        <div class="tools">
          <button type="button" class="button primary" onClick={() => void move("mode", { next: true })}>
            {t.next}
          </button>
          {mode === "frozen" ? (
            <button type="button" class="button" onClick={() => void move("mode", { mode: "ticking" })}>
              {t.letTick}
            </button>
          ) : (
            <button type="button" class="button" onClick={() => void move("mode", { mode: "frozen" })}>
              {t.freeze}
            </button>
          )}
          {mode === "real" ? null : (
            <button type="button" class="button" onClick={() => void move("mode", { mode: "real" })}>
              {t.toReal}
            </button>
          )}
        </div>
        {failed("mode") === undefined ? null : <Failure error={failed("mode")} />}
        <div class="cards">
          <MoveForm
            id="advance"
            label={t.advanceBy}
            hint={t.durationHint}
            button={t.advance}
            first="1h"
            error={failed("advance")}
            onSend={(text) => move("advance", { advance: text })}
          />
          <MoveForm
            id="to"
            label={t.goTo}
            hint={t.goToHint}
            button={t.goTo}
            first=""
            error={failed("to")}
            onSend={(text) => move("to", { to: asInstant(text) })}
          />
        </div>
      </div>
    </section>
  )
}

/** Converts a time without a zone to an instant in UTC. Other input is sent unchanged, and the server's error explains the format. */
const asInstant = (text: string): string =>
  /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(text.trim())
    ? `${text.trim().replace(" ", "T")}${text.trim().length === 10 ? "T00:00:00" : text.trim().length === 16 ? ":00" : ""}Z`
    : text.trim()

interface MoveFormProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly button: string
  readonly first: string
  readonly error: unknown
  onSend(text: string): void
}

function MoveForm({ id, label, hint, button, first, error, onSend }: MoveFormProps) {
  const text = useSignal(first)
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text.value)
      }}
    >
      <label for={`clock-${id}`}>{label}</label>
      <span class="with-button">
        <input
          id={`clock-${id}`}
          value={text.value}
          aria-invalid={error !== undefined}
          aria-describedby={`clock-${id}-hint`}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
        <button type="submit" class="button">
          {button}
        </button>
      </span>
      <span class="hint" id={`clock-${id}-hint`}>
        {hint}
      </span>
      {error === undefined ? null : <Failure error={error} />}
    </form>
  )
}

type Upcoming = AnswerTo<"GET /worlds/:w/schedule">["upcoming"]

function Due({ upcoming }: { readonly upcoming: Upcoming }) {
  const t = timeTexts()
  const runNow = async (id: string, name: string) => {
    const params = { w: worldName.peek(), "auto-id": id }
    await record(params.w, () =>
      withUndo(t.ranNow(name), () => ask("POST /worlds/:w/auto-actions/:auto-id/run", { params })),
    )
  }
  const failure = useSignal<unknown>(undefined)
  const run = (id: string, name: string) => {
    failure.value = undefined
    runNow(id, name).catch((error: unknown) => {
      failure.value = error
    })
  }
  return (
    <section class="card" aria-label={t.upcoming}>
      <div class="card-head">
        <h2>{t.upcoming}</h2>
      </div>
      {upcoming.length === 0 ? (
        <Empty title={t.nothingDue} />
      ) : (
        <>
          {failure.value === undefined ? null : <Failure error={failure.value} />}
          <ul class="rows">
            {separateDays(upcoming, ({ at }) => at).map((event) =>
              isDay(event) ? (
                <DaySeparator key={event.day} day={event.day} />
              ) : (
                <li key={`${event.at} ${event.id}`}>
                  <Time at={event.at} />
                  <span class="grow cut" title={event.id}>
                    {event.name || nameOfKind(event.kind)}
                  </span>
                  {event.kind === "auto_action" ? (
                    <button
                      type="button"
                      class="button small"
                      aria-label={t.runNowOf(event.name)}
                      onClick={() => run(event.id, event.name)}
                    >
                      {t.runNow}
                    </button>
                  ) : (
                    <Badge>{nameOfKind(event.kind)}</Badge>
                  )}
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </section>
  )
}

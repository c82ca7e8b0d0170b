import { nextExec } from "../../../src/model/index.ts"
import { elapsesAt, isPending } from "../../../src/people/index.ts"
import type { View } from "../../../src/state/index.ts"
import { type NamedWorld, nameUser } from "../../worlds/index.ts"
import type { WireTimelineEvent } from "../shapes/clock.ts"

/** Maximum number of listed auto action runs; enough for two auto actions that run every ten minutes for 30 days. */
const MAX_RUNS = 10_000

/** Lists past events from the log and scheduled events up to `until`, in order of time. */
export function timelineOf({ world, events }: NamedWorld, until: string): WireTimelineEvent[] {
  const view = world.view()
  const ran = events
    .since(0)
    .events.flatMap(({ happening }): WireTimelineEvent[] =>
      happening.kind === "fired" ? [{ ...happening.fired, what: "ran" }] : [],
    )
  const mails = world.mail.list({}).map(
    ({ at, id, subject }): WireTimelineEvent => ({
      at,
      what: "ran",
      kind: "mail",
      id,
      name: subject,
      affected: null,
    }),
  )
  const upcoming = world.clock.schedule().filter(({ at }) => at <= until)
  const due = upcoming.flatMap(({ at, kind, id, name }): WireTimelineEvent[] =>
    kind === "auto_action" ? [] : [{ at, what: "due", kind, id, name, affected: null }],
  )
  return [...ran, ...mails, ...runsOf(view, upcoming, until), ...due, ...endings(view, until)].sort(inOrder)
}

const inOrder = (left: WireTimelineEvent, right: WireTimelineEvent): number =>
  left.at === right.at ? (left.what === right.what ? 0 : left.what === "ran" ? -1 : 1) : left.at < right.at ? -1 : 1

/** Returns future runs of auto actions up to `until`, in order of time. */
function runsOf(view: View, upcoming: readonly { kind: string; id: string; at: string }[], until: string) {
  const next = new Map(upcoming.filter(({ kind }) => kind === "auto_action").map(({ id, at }) => [id, at]))
  const runs: WireTimelineEvent[] = []
  while (next.size > 0 && runs.length < MAX_RUNS) {
    const [id, at] = [...next].reduce((soonest, one) => (one[1] < soonest[1] ? one : soonest))
    const auto = view.expect("autoActions", id)
    runs.push({ at, what: "due", kind: "auto_action", id, name: auto.name, affected: null })
    const following = nextExec(auto, at)
    if (following === null || following > until) next.delete(id)
    else next.set(id, following)
  }
  return runs
}

/** Lists the times up to `until` at which tokens and mail links expire. */
function endings(view: View, until: string): WireTimelineEvent[] {
  const within = (at: string | null): at is string => at !== null && at > view.now && at <= until
  const tokens = view
    .all("tokens")
    .flatMap(({ expiresAt, uId }) =>
      within(expiresAt) ? [{ at: expiresAt, kind: "token_expiry" as const, name: nameUser(view, uId) }] : [],
    )
  const links = view
    .all("confirmations")
    .filter((confirmation) => isPending(view, confirmation))
    .map((confirmation) => ({
      at: elapsesAt(view, confirmation),
      kind: "confirmation_expiry" as const,
      name: confirmation.email,
    }))
    .filter(({ at }) => within(at))
  return [...tokens, ...links].map((ending) => ({ ...ending, what: "due", id: "***", affected: null }))
}

import { elapsesAt, isPending, nameUser, nextExec, type View } from "../../../src/inside.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"
import type { WireTimelineEvent } from "../shapes/clock.ts"

/** An auto action of every ten minutes has 4,320 runs in 30 days. */
const MOST_RUNS = 10_000

/** What ran in a world and was sent, as far as it is known still, and what is due until an instant, in order. */
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

/** All runs of auto actions that lie ahead, the soonest first. */
function runsOf(view: View, upcoming: readonly { kind: string; id: string; at: string }[], until: string) {
  const next = new Map(upcoming.filter(({ kind }) => kind === "auto_action").map(({ id, at }) => [id, at]))
  const runs: WireTimelineEvent[] = []
  while (next.size > 0 && runs.length < MOST_RUNS) {
    const [id, at] = [...next].reduce((soonest, one) => (one[1] < soonest[1] ? one : soonest))
    const auto = view.expect("autoActions", id)
    runs.push({ at, what: "due", kind: "auto_action", id, name: auto.name, affected: null })
    const following = nextExec(auto, at)
    if (following === null || following > until) next.delete(id)
    else next.set(id, following)
  }
  return runs
}

/** Tokens and links of mails that end. Nothing runs then, but they are refused from then on. */
function endings(view: View, until: string): WireTimelineEvent[] {
  const within = (at: string | null): at is string => at !== null && at > view.now && at <= until
  const tokens = view
    .table("tokens")
    .toArray()
    .flatMap(({ expiresAt, uId }) =>
      within(expiresAt) ? [{ at: expiresAt, kind: "token_expiry" as const, name: nameUser(view, uId) }] : [],
    )
  const links = view
    .table("confirmations")
    .toArray()
    .filter((confirmation) => isPending(view, confirmation))
    .map((confirmation) => ({
      at: elapsesAt(view, confirmation),
      kind: "confirmation_expiry" as const,
      name: confirmation.email,
    }))
    .filter(({ at }) => within(at))
  return [...tokens, ...links].map((ending) => ({ ...ending, what: "due", id: "***", affected: null }))
}

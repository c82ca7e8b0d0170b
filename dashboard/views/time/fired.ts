import { signal } from "@preact/signals"
import { type AnswerTo, ask, askPage } from "../../api/control.ts"

type Fired = AnswerTo<"POST /worlds/:w/clock">["fired"]

/** A move of the clock, or a run of an auto action, with what it caused. */
export interface Move {
  readonly world: string
  readonly list: Fired
  readonly mails: number
  /** Whether more than `mails` mails were sent. */
  readonly hasMoreMails: boolean
}

/** Moves of the clock, newest first. Lost when the page is closed. */
export const moves = signal<readonly Move[]>([])

const MAX_MOVES = 20

/** Moves the clock with `act` and adds the move to the history, with the number of sent mails. */
export async function record<A extends { readonly fired: Fired }>(world: string, act: () => Promise<A>): Promise<void> {
  const params = { w: world }
  const { mails: before } = await ask("GET /worlds/:w/mails", { params, query: { order: "latest", limit: 1 } })
  const { fired } = await act()
  const { answer, goesOn } = await askPage("GET /worlds/:w/mails", { params, query: { since: before[0]?.id } })
  const move: Move = { world, list: fired, mails: answer.mails.length, hasMoreMails: goesOn }
  moves.value = [move, ...moves.peek()].slice(0, MAX_MOVES)
}

/** Number of events and of written items by the name of the event, most events first. */
export function byName(list: Fired): readonly { readonly name: string; readonly events: number }[] {
  const groups = Map.groupBy(list, ({ name, kind }) => name || kind)
  return [...groups]
    .map(([name, events]) => ({ name, events: events.length }))
    .sort((left, right) => right.events - left.events)
}

export const itemsOf = (list: Fired): number => list.reduce((sum, { affected }) => sum + affected, 0)

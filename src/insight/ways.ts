import type { Engine } from "../engine/index.ts"
import { type DomainError, moveText, type Way } from "../model/index.ts"
import { runCall } from "../operations/index.ts"
import type { View } from "../state/index.ts"
import { listFacts } from "./facts.ts"
import { candidatesFor } from "./moves/candidates.ts"
import type { Candidate } from "./moves/move.ts"
import { scopeOf } from "./scope.ts"
import { progressOf } from "./slots.ts"
import { attempt } from "./tried-call.ts"
import type { ChangeCall, TrialOutcome, TriedRequest } from "./tried-request.ts"

const MAX_WAYS = 3
/** Maximum number of plans to try. */
const MAX_TRIES = 40
/** Maximum number of candidates in a way. */
const MAX_MOVES = 5
/** Maximum number of candidates that one refusal adds. */
const MAX_CANDIDATES = 12

/** A change of the world costs more than any changes of the request, and another sender costs more than both. */
const COST = { edit: 1, change: 100, sender: 1000 } as const

/** Gives copies of the world in the state that a request met. */
export interface Ground {
  fork(): Engine
  release(fork: Engine): void
}

/** A combination of candidates to try. */
interface Plan<R> {
  readonly tried: TriedRequest<R>
  readonly moves: readonly Candidate[]
  readonly cost: number
  /** Steps that the refused request had passed. A plan whose request passes fewer is given up. */
  readonly progress: number
}

/**
 * Searches for the nearest ways to success: tries candidates on copies of the world, the cheapest first. If another check then refuses the
 * request, the search adds that check's candidates.
 */
export async function findWays<R>(
  ground: Ground,
  tried: TriedRequest<R>,
  view: View,
  refusal: DomainError,
): Promise<Way<R>[]> {
  const found: { readonly plan: Plan<R>; readonly way: Way<R> }[] = []
  const start: Plan<R> = { tried, moves: [], cost: 0, progress: progressOf(refusal) }
  const queue = nextPlans(start, view, refusal)
  const seen = new Set(queue.map(keyOf))
  for (let tries = 0; tries < MAX_TRIES && found.length < MAX_WAYS; tries += 1) {
    const plan = takeCheapest(queue)
    if (plan === undefined) break
    if (found.some((one) => one.plan.moves.every((move) => plan.moves.includes(move)))) continue
    const outcome = await tryPlan(ground, plan)
    if (outcome === undefined) continue
    if (outcome.refusal === null) {
      const way = showWay(plan, view, outcome.status)
      if (way !== undefined) found.push({ plan, way })
    } else if (plan.moves.length < MAX_MOVES && progressOf(outcome.refusal) >= plan.progress) {
      for (const next of nextPlans(plan, outcome.view, outcome.refusal)) {
        const key = keyOf(next)
        if (!seen.has(key)) queue.push(next)
        seen.add(key)
      }
    }
  }
  return found.map(({ way }) => way)
}

const keyOf = ({ moves }: Plan<unknown>): string =>
  moves
    .map(({ edits, changes, sender }) => JSON.stringify([edits, changes, sender]))
    .toSorted()
    .join()

function takeCheapest<R>(queue: Plan<R>[]): Plan<R> | undefined {
  const least = Math.min(...queue.map(({ cost }) => cost))
  const at = queue.findIndex(({ cost }) => cost === least)
  return at < 0 ? undefined : queue.splice(at, 1)[0]
}

function nextPlans<R>(plan: Plan<R>, view: View, refusal: DomainError): Plan<R>[] {
  const refused = { ...scopeOf(view, plan.tried), issues: () => plan.tried.listIssues() }
  const progress = progressOf(refusal)
  return candidatesFor(refused, refusal)
    .slice(0, MAX_CANDIDATES)
    .flatMap((move) => {
      const { edits = [], changes = [], sender } = move
      const edited = edits.length === 0 ? plan.tried : plan.tried.edit(edits)
      if (edited === undefined) return []
      const cost =
        plan.cost + edits.length * COST.edit + changes.length * COST.change + (sender === undefined ? 0 : COST.sender)
      const tried = sender === undefined ? edited : edited.sendAs(sender)
      return [{ tried, moves: [...plan.moves, move], cost, progress }]
    })
}

/** Tries a plan on a copy of the world. Undefined if one of its changes is refused. `view` is that of the changed copy. */
async function tryPlan<R>(
  ground: Ground,
  { tried, moves }: Plan<R>,
): Promise<(TrialOutcome & { readonly view: View }) | undefined> {
  const fork = ground.fork()
  try {
    for (const call of moves.flatMap(({ changes = [] }) => changes)) {
      const { refusal } = await attempt(runCall(fork, call.uId, call.operation, call.input))
      if (refusal !== null) return undefined
    }
    const view = fork.view()
    return { ...(await tried.run(fork)), view }
  } finally {
    ground.release(fork)
  }
}

function showWay<R>({ tried, moves }: Plan<R>, view: View, status: number): Way<R> | undefined {
  const calls = moves.flatMap(({ changes = [] }): readonly ChangeCall[] => changes)
  const change = calls.flatMap((call) => tried.showChange(view, call) ?? [])
  const isEdited = moves.some(({ edits, sender }) => edits !== undefined || sender !== undefined)
  const request = isEdited ? tried.show(view) : undefined
  if (change.length < calls.length || (isEdited && request === undefined)) return undefined
  const text = moves.map(({ kind, facts }) => moveText(kind, facts)).join(", and ")
  return {
    says: text.charAt(0).toUpperCase() + text.slice(1),
    moves: moves.map(({ kind, facts }) => ({ kind, facts: listFacts(facts) })),
    ...(request !== undefined && { request }),
    ...(change.length > 0 && { change }),
    status,
  }
}

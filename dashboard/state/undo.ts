import { computed, signal } from "@preact/signals"
import { ask } from "../api/control.ts"
import { shellTexts } from "../texts/shell.ts"
import { worldName } from "./address.ts"
import { refresh } from "./live.ts"
import { explainedReason } from "./reason.ts"
import { dismiss, showToast } from "./toasts.ts"
import { isOldUndoName, newUndoName } from "./undo-names.ts"

interface SnapshotPlace {
  readonly w: string
  readonly s: string
}

/** A write that can be undone. */
export interface Offer {
  /** World in which undo is offered. Undefined: in all worlds, for a write that is in none of them. */
  readonly world: string | undefined
  /** What the write did, for example "O-00012 was deleted." */
  readonly done: string
  /** Whether undo also takes back the later writes in the world. */
  readonly isRewind: boolean
  /** Returns whether others have written since. Undo would take back their writes, too. */
  isWrittenSince(): Promise<boolean>
  takeBack(): Promise<unknown>
  /** Deletes what the server keeps for the undo. */
  drop(): void
  /** Called after an undo of a later write, which counts as a change by others. */
  recount?(): Promise<void>
}

/** Maximum number of writes that can be undone, in all worlds together. */
const MAX_OFFERS = 10

const offers = signal<readonly Offer[]>([])

const isIn = (world: string) => (one: Offer) => one.world === undefined || one.world === world

/** The latest write that can be undone in the shown world. */
export const lastOffer = computed(() => offers.value.findLast(isIn(worldName.value)))

/** Toast of the latest offer. */
let shownId: number | undefined

/** Runs an action and shows a message if it fails. Resolves to whether it succeeded. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showToast({ tone: "bad", text: await explainedReason(error) })
    return false
  } finally {
    refresh()
  }
}

interface UndoOptions {
  /** If true, a failure restores the snapshot at once, unless others have written since. */
  readonly whole?: boolean
  /** If true, a write that changed nothing shows no message. */
  readonly quiet?: boolean
  /** The world that the write changes. Default: the shown one. */
  readonly world?: string
}

/**
 * Runs a write of the dashboard and then offers to undo it by restoring a snapshot. `done` is the message. It names what was written.
 * Rejects if the write fails, without an offer.
 */
export async function withUndo<A>(
  done: string | ((answer: A) => string),
  act: () => Promise<A>,
  { whole = false, quiet = false, world = worldName.peek() }: UndoOptions = {},
): Promise<A> {
  const params = { w: world, s: newUndoName() }
  dismissLatest()
  await dropOldSnapshots(world)
  await ask("PUT /worlds/:w/snapshots/:s", { params })
  try {
    const answer = await act()
    const text = typeof done === "string" ? done : done(answer)
    const { total, others } = await ask("GET /worlds/:w/snapshots/:s/writes", { params })
    if (total > 0) offerUndo(new Rewind(params, text, others))
    else {
      drop(params)
      if (!quiet) showToast({ tone: "good", text })
    }
    return answer
  } catch (error) {
    if (whole) await takeBack(params)
    drop(params)
    throw error
  } finally {
    refresh()
  }
}

const drop = (params: SnapshotPlace): void => void ask("DELETE /worlds/:w/snapshots/:s", { params }).catch(() => {})

const tidiedWorlds = new Set<string>()

/** Deletes the snapshots that closed pages have left in the world. */
async function dropOldSnapshots(w: string): Promise<void> {
  if (tidiedWorlds.has(w)) return
  tidiedWorlds.add(w)
  const { snapshots } = await ask("GET /worlds/:w/snapshots", { params: { w } })
  for (const { name } of snapshots) {
    if (isOldUndoName(name)) drop({ w, s: name })
  }
}

async function takeBack(params: SnapshotPlace): Promise<void> {
  const since = await ask("GET /worlds/:w/snapshots/:s/writes", { params }).catch(() => undefined)
  if (since === undefined || since.total === 0 || since.others > 0) return
  await ask("POST /worlds/:w/snapshots/:s/restore", { params })
}

/** Undo by a snapshot of the world before the write. */
class Rewind implements Offer {
  readonly world: string
  readonly isRewind = true
  readonly done: string
  readonly #params: SnapshotPlace
  /** Number of changes by others when the write was done. */
  #others: number

  constructor(params: SnapshotPlace, done: string, others: number) {
    this.world = params.w
    this.done = done
    this.#params = params
    this.#others = others
  }

  async isWrittenSince(): Promise<boolean> {
    const now = await ask("GET /worlds/:w/snapshots/:s/writes", { params: this.#params }).catch(() => undefined)
    return now !== undefined && now.others > this.#others
  }

  takeBack(): Promise<unknown> {
    return ask("POST /worlds/:w/snapshots/:s/restore", { params: this.#params })
  }

  drop(): void {
    drop(this.#params)
  }

  async recount(): Promise<void> {
    this.#others = (await ask("GET /worlds/:w/snapshots/:s/writes", { params: this.#params })).others
  }
}

/** Hides the message of the latest write. Its undo remains. */
export function dismissLatest(): void {
  if (shownId !== undefined) dismiss(shownId)
}

/** Shows what was written, with a button that undoes it. */
export function offerUndo(made: Offer): void {
  const all = [...offers.peek(), made]
  for (const one of all.slice(0, -MAX_OFFERS)) one.drop()
  offers.value = all.slice(-MAX_OFFERS)
  const t = shellTexts()
  const { done, world } = made
  dismissLatest()
  shownId = showToast({
    tone: "good",
    text: done,
    ...(world === undefined ? {} : { world }),
    action: { label: t.undo, name: t.undoOf(done, world), run: () => void undo(made) },
  })
}

let runningUndo: Promise<void> = Promise.resolve()

/** Undoes the latest write in the shown world, after the undo that is running. */
export function undoLatest(): void {
  runningUndo = runningUndo.then(() => {
    const latest = lastOffer.peek()
    return latest === undefined ? undefined : undo(latest)
  })
}

/** Undoes a write. Asks before it does so if others have written since. */
async function undo(one: Offer): Promise<void> {
  const t = shellTexts()
  dismissLatest()
  if (!(await one.isWrittenSince())) return goBack(one)
  const again: number = showToast({
    tone: "bad",
    text: t.writtenSince,
    ...(one.world === undefined ? {} : { world: one.world }),
    action: { label: t.undoAnyway, run: () => void goBack(one).then(() => dismiss(again)) },
  })
}

async function goBack(one: Offer): Promise<void> {
  const { world, done } = one
  const isBack = await attempt(() => one.takeBack())
  if (!isBack) return
  const at = offers.peek().indexOf(one)
  const isGone = (other: Offer, index: number) =>
    other === one || (one.isRewind && index > at && other.isRewind && other.world === world)
  const gone = offers.peek().filter(isGone)
  offers.value = offers.peek().filter((other) => !gone.includes(other))
  for (const each of gone) each.drop()
  if (one.isRewind)
    await offers
      .peek()
      .findLast((other) => other.world === world)
      ?.recount?.()
  showToast({ tone: "good", text: shellTexts().undoneOf(done), ...(world === undefined ? {} : { world }) })
}

/** Undoes the latest write on Ctrl+Z (⌘Z), but not while the user writes in a field. */
export function onUndoKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
  if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return
  event.preventDefault()
  undoLatest()
}

import { computed, signal } from "@preact/signals"
import { ask } from "../api/control.ts"
import { shellTexts } from "../texts/shell.ts"
import { worldName } from "./address.ts"
import { refresh } from "./live.ts"
import { explainedReason } from "./reason.ts"
import { dismiss, showToast } from "./toasts.ts"

/** Prefix of the names of snapshots that exist only for undo. */
export const UNDO_PREFIX = "undo-before-"

interface SnapshotPlace {
  readonly w: string
  readonly s: string
}

/** A write that can be undone. */
interface Offer {
  /** Snapshot of the world before the write. */
  readonly params: SnapshotPlace
  /** What the write did, for example "O-00012 was deleted." */
  readonly done: string
  /** Number of changes by others when the write was done. */
  readonly others: number
}

/** Maximum number of writes that can be undone, in all worlds together. */
const MAX_OFFERS = 10

const offers = signal<readonly Offer[]>([])

/** The latest write that can be undone in the shown world. */
export const lastOffer = computed(() => offers.value.findLast(({ params }) => params.w === worldName.value))

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
  const params = { w: world, s: `${UNDO_PREFIX}${Date.now()}` }
  if (shownId !== undefined) dismiss(shownId)
  await dropOldSnapshots(world)
  await ask("PUT /worlds/:w/snapshots/:s", { params })
  try {
    const answer = await act()
    const text = typeof done === "string" ? done : done(answer)
    const { total, others } = await ask("GET /worlds/:w/snapshots/:s/writes", { params })
    if (total > 0) offer({ params, done: text, others })
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

/** Time after which the snapshot for an undo is deleted, because its page was closed. */
const DAY_MS = 24 * 60 * 60 * 1000

const tidiedWorlds = new Set<string>()

/** Deletes the snapshots that closed pages have left in the world. */
async function dropOldSnapshots(w: string): Promise<void> {
  if (tidiedWorlds.has(w)) return
  tidiedWorlds.add(w)
  const { snapshots } = await ask("GET /worlds/:w/snapshots", { params: { w } })
  for (const { name } of snapshots) {
    const taken = name.startsWith(UNDO_PREFIX) ? Number(name.slice(UNDO_PREFIX.length)) : Number.NaN
    if (taken < Date.now() - DAY_MS) drop({ w, s: name })
  }
}

async function takeBack(params: SnapshotPlace): Promise<void> {
  const since = await ask("GET /worlds/:w/snapshots/:s/writes", { params }).catch(() => undefined)
  if (since === undefined || since.total === 0 || since.others > 0) return
  await ask("POST /worlds/:w/snapshots/:s/restore", { params })
}

function offer(made: Offer): void {
  const all = [...offers.peek(), made]
  for (const { params } of all.slice(0, -MAX_OFFERS)) drop(params)
  offers.value = all.slice(-MAX_OFFERS)
  const t = shellTexts()
  const { done, params } = made
  shownId = showToast({
    tone: "good",
    text: done,
    world: params.w,
    action: { label: t.undo, name: t.undoOf(done, params.w), run: () => void undo(made) },
  })
}

let undoing: Promise<void> = Promise.resolve()

/** Undoes the latest write in the shown world, after the undo that is running. */
export function undoLatest(): void {
  undoing = undoing.then(() => {
    const latest = lastOffer.peek()
    return latest === undefined ? undefined : undo(latest)
  })
}

/** Undoes a write. Asks before it does so if others have written since. */
async function undo(one: Offer): Promise<void> {
  const t = shellTexts()
  const { params, others } = one
  if (shownId !== undefined) dismiss(shownId)
  const now = await ask("GET /worlds/:w/snapshots/:s/writes", { params }).catch(() => undefined)
  if (now === undefined || now.others <= others) return goBack(one)
  const again: number = showToast({
    tone: "bad",
    text: t.writtenSince,
    world: params.w,
    action: { label: t.undoAnyway, run: () => void goBack(one).then(() => dismiss(again)) },
  })
}

async function goBack(one: Offer): Promise<void> {
  const { params, done } = one
  const isBack = await attempt(() => ask("POST /worlds/:w/snapshots/:s/restore", { params }))
  if (!isBack) return
  const at = offers.peek().indexOf(one)
  // The world is before the later writes, too.
  const gone = offers.peek().filter((other, index) => index >= at && other.params.w === params.w)
  offers.value = offers.peek().filter((other) => !gone.includes(other))
  for (const each of gone) drop(each.params)
  await countAgain(params.w)
  showToast({ tone: "good", text: shellTexts().undoneOf(done), world: params.w })
}

/** Updates the latest offer in a world after a restore, which counts as a change by others. */
async function countAgain(world: string): Promise<void> {
  const latest = offers.peek().findLast(({ params }) => params.w === world)
  if (latest === undefined) return
  const { others } = await ask("GET /worlds/:w/snapshots/:s/writes", { params: latest.params })
  offers.value = offers.peek().map((one) => (one === latest ? { ...latest, others } : one))
}

/** Undoes the latest write on Ctrl+Z (⌘Z), but not while the user writes in a field. */
export function onUndoKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return
  if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return
  event.preventDefault()
  undoLatest()
}

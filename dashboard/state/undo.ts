import { ask } from "../api/control.ts"
import { shellTexts } from "../texts/shell.ts"
import { worldName } from "./address.ts"
import { refresh } from "./live.ts"
import { explainedReason } from "./reason.ts"
import { dismiss, showToast } from "./toasts.ts"

/** Prefix of the names of snapshots that exist only for undo. */
export const UNDO_PREFIX = "undo-before-"

let offered: number | undefined

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

/**
 * Runs a destructive action and then offers to undo it by restoring a snapshot. Rejects if the action fails, without an offer. If `whole`
 * is true, a failure restores the snapshot at once, unless others have written since.
 */
export async function withUndo<A>(
  done: string,
  act: () => Promise<A>,
  { whole = false }: { readonly whole?: boolean } = {},
): Promise<A> {
  const world = worldName.peek()
  const params = { w: world, s: `${UNDO_PREFIX}${Date.now()}` }
  if (offered !== undefined) dismiss(offered)
  await ask("PUT /worlds/:w/snapshots/:s", { params })
  const drop = () => void ask("DELETE /worlds/:w/snapshots/:s", { params }).catch(() => {})
  try {
    const answer = await act()
    const { others } = await ask("GET /worlds/:w/snapshots/:s/writes", { params })
    offer(done, params, others, drop)
    return answer
  } catch (error) {
    if (whole) await takeBack(params)
    drop()
    throw error
  } finally {
    refresh()
  }
}

async function takeBack(params: { readonly w: string; readonly s: string }): Promise<void> {
  const since = await ask("GET /worlds/:w/snapshots/:s/writes", { params }).catch(() => undefined)
  if (since === undefined || since.total === 0 || since.others > 0) return
  await ask("POST /worlds/:w/snapshots/:s/restore", { params })
}

function offer(
  done: string,
  params: { readonly w: string; readonly s: string },
  others: number,
  drop: () => void,
): void {
  const t = shellTexts()
  const goBack = async (id: number) => {
    const isBack = await attempt(() => ask("POST /worlds/:w/snapshots/:s/restore", { params }))
    if (!isBack) return
    dismiss(id)
    showToast({ tone: "good", text: t.undone })
  }
  const id: number = showToast({
    tone: "good",
    text: done,
    onGone: drop,
    action: {
      label: t.undo,
      run: () => void undo(),
    },
  })
  offered = id
  const undo = async () => {
    const now = await ask("GET /worlds/:w/snapshots/:s/writes", { params }).catch(() => undefined)
    if (now === undefined || now.others <= others) return goBack(id)
    const again: number = showToast({
      tone: "bad",
      text: t.writtenSince,
      action: { label: t.undoAnyway, run: () => void goBack(id).then(() => dismiss(again)) },
    })
  }
}

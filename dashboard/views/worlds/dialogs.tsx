import { useSignal } from "@preact/signals"
import { Dialog } from "../../parts/dialog.tsx"
import { Failure } from "../../parts/notice.tsx"
import { refresh } from "../../state/live.ts"
import { deleteWorld, forkWorld } from "../../state/undo-worlds.ts"
import { shellTexts } from "../../texts/shell.ts"
import { worldTexts } from "../../texts/worlds.ts"

export function ForkDialog(props: { from: string; snapshot?: string; onClose: () => void }) {
  const t = worldTexts()
  const name = useSignal("")
  const failure = useSignal<unknown>(undefined)
  const fork = async (event: Event) => {
    event.preventDefault()
    try {
      const wish = {
        from: props.from,
        ...(name.value === "" ? {} : { name: name.value }),
        ...(props.snapshot === undefined ? {} : { snapshot: props.snapshot }),
      }
      await forkWorld(wish, "worlds")
      props.onClose()
    } catch (error) {
      failure.value = error
      refresh()
    }
  }
  return (
    <Dialog title={t.forkOf(props.snapshot ?? props.from)} onClose={props.onClose}>
      <form class="form" onSubmit={(event) => void fork(event)}>
        <div class="field">
          <label for="fork-name">{t.forkName}</label>
          <input
            id="fork-name"
            aria-describedby="fork-hint"
            aria-invalid={failure.value !== undefined}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
          <span class="hint" id="fork-hint">
            {t.forkHint}
          </span>
          {failure.value === undefined ? null : <Failure error={failure.value} />}
        </div>
        <div class="tools">
          <button type="submit" class="button primary">
            {t.fork}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Dialog that asks for confirmation before a world is deleted, because undo does not restore its snapshots and its log. */
export function DeleteDialog({ world, onClose }: { readonly world: string; readonly onClose: () => void }) {
  const t = worldTexts()
  const failure = useSignal<unknown>(undefined)
  const remove = async () => {
    try {
      await deleteWorld(world)
      onClose()
    } catch (error) {
      failure.value = error
      refresh()
    }
  }
  return (
    <Dialog title={t.deleteTitle(world)} onClose={onClose}>
      <div class="form">
        <p>{t.deleteText}</p>
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        <div class="tools">
          <button type="button" class="button danger" onClick={() => void remove()}>
            {t.delete}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {shellTexts().cancel}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

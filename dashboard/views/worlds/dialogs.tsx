import { useSignal } from "@preact/signals"
import { ask } from "../../api/control.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { Failure } from "../../parts/notice.tsx"
import { address, addressOf, go } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { showToast } from "../../state/toasts.ts"
import { shellTexts } from "../../texts/shell.ts"
import { worldTexts } from "../../texts/worlds.ts"

export function ForkDialog(props: { from: string; snapshot?: string; onClose: () => void }) {
  const t = worldTexts()
  const name = useSignal("")
  const failure = useSignal<unknown>(undefined)
  const fork = async (event: Event) => {
    event.preventDefault()
    try {
      const made = await ask("POST /worlds", {
        body: {
          from: props.from,
          ...(name.value === "" ? {} : { name: name.value }),
          ...(props.snapshot === undefined ? {} : { snapshot: props.snapshot }),
        },
      })
      showToast({ tone: "good", text: t.forked(props.from) })
      props.onClose()
      go(addressOf("worlds", [], {}, made.name))
    } catch (error) {
      failure.value = error
    }
    refresh()
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

/** Dialog that asks for confirmation before a world is deleted, because a deleted world cannot be restored. */
export function DeleteDialog({ world, onClose }: { readonly world: string; readonly onClose: () => void }) {
  const t = worldTexts()
  const failure = useSignal<unknown>(undefined)
  const remove = async () => {
    try {
      await ask("DELETE /worlds/:w", { params: { w: world } })
      showToast({ tone: "good", text: t.deleted(world) })
      onClose()
      if (address.peek().world === world) go(addressOf("worlds", [], {}, "main"))
    } catch (error) {
      failure.value = error
    }
    refresh()
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

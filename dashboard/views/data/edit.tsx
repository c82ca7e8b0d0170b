import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import type { Person } from "../../api/person.ts"
import { type Datastore, placeOf } from "../../items/datastore.ts"
import { detailsOf } from "../../items/details.ts"
import { fieldSettingsOf, isSingleUser } from "../../items/field-settings.ts"
import type { Item } from "../../items/list.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { FieldControl } from "../../parts/fields/control.tsx"
import { appearanceOf } from "../../parts/fields/data-types.ts"
import { type Draft, draftOf, type Field, inputOf } from "../../parts/fields/field.ts"
import { refusalOf } from "../../parts/fields/refusal.ts"
import { Preview } from "../../parts/preview.tsx"
import { refresh } from "../../state/live.ts"
import { reasonOf } from "../../state/reason.ts"
import { showToast } from "../../state/toasts.ts"
import { withUndo } from "../../state/undo.ts"
import { dataTexts } from "../../texts/data.ts"
import { itemTexts } from "../../texts/item.ts"

interface Props {
  readonly datastore: Datastore
  readonly person: Person
  readonly field: Field
  readonly item: Item
  onDone(): void
}

/** Editor for one field of an item. Opens in the cell, or in a dialog if the cell is too small. Enter saves, Escape cancels. */
export function CellEditor({ datastore, person, field, item, onDone }: Props) {
  const t = dataTexts()
  const draft = useSignal<Draft | undefined>(undefined)
  const error = useSignal<string | undefined>(undefined)
  const isSingle = useSignal(false)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const settings = appearanceOf(field).control === "users" ? fieldSettingsOf(datastore) : undefined
    Promise.all([detailsOf(person, datastore, item.i_id), settings]).then(
      ([details, fields]) => {
        isSingle.value = isSingleUser(fields?.get(field.display_id))
        draft.value = draftOf(field, details.field_values[field.display_id]?.value)
      },
      (reason: unknown) => {
        showToast({ tone: "bad", text: reasonOf(reason) })
        onDone()
      },
    )
  }, [])
  const isReady = draft.value !== undefined
  useEffect(() => {
    if (isReady) box.current?.querySelector<HTMLElement>("input, select, textarea")?.focus()
  }, [isReady])
  const requestOf = () => ({
    params: { ...placeOf(datastore), "item-id": item.i_id },
    body: {
      item: { [field.display_id]: inputOf(field, draft.peek() ?? "") },
      rev_no: Number(item.rev_no),
      use_display_id: true,
    },
  })
  const refuse = async (reason: unknown) => {
    const refusal = await refusalOf(reason, [field])
    error.value = refusal.fields.get(field.display_id) ?? refusal.rest
  }
  const save = async (event: Event) => {
    event.preventDefault()
    if (draft.peek() === undefined) return
    try {
      await withUndo(itemTexts().saved(String(item.title || item.i_id)), () => person.act.updateItem(requestOf()))
      onDone()
    } catch (reason) {
      await refuse(reason)
    }
    refresh()
  }
  if (!isReady) return <span class="unread">…</span>
  const id = `edit-${field.display_id}`
  const control = (
    <FieldControl
      id={id}
      field={field}
      draft={draft.value ?? ""}
      error={error.value}
      isSingle={isSingle.value}
      onChange={(value) => {
        draft.value = value
      }}
    />
  )
  const problem =
    error.value === undefined ? null : (
      <p class="field-error" id={`${id}-error`} role="alert">
        {error.value}
      </p>
    )
  const preview = (
    <Preview
      of={draft.value}
      run={async () => {
        error.value = undefined
        return (await person.preview.updateItem(requestOf())).requestId
      }}
      onRefused={(reason) => void refuse(reason)}
    />
  )
  if (appearanceOf(field).isEditedInCell !== true) {
    return (
      <Dialog title={t.edit(field.name)} onClose={onDone}>
        <form class="form" ref={box} onSubmit={(event) => void save(event)}>
          <div class="field">
            <label for={id}>{field.name}</label>
            {control}
            {problem}
          </div>
          <div class="tools">
            <button type="submit" class="button primary">
              {t.save}
            </button>
            {preview}
          </div>
        </form>
      </Dialog>
    )
  }
  return (
    <form
      class="cell-editor"
      ref={box}
      noValidate
      aria-label={t.edit(field.name)}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.stopPropagation()
        onDone()
      }}
    >
      <label class="unseen" for={id}>
        {field.name}
      </label>
      {control}
      <div class="cell-notes">
        {problem}
        {preview}
      </div>
    </form>
  )
}

import { type Signal, useSignal } from "@preact/signals"
import type { Person } from "../../api/person.ts"
import { type ActionForm, formOf } from "../../items/action-form.ts"
import { addressOfDatastore, type Datastore, placeOf } from "../../items/datastore.ts"
import type { Details } from "../../items/details.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { type Draft, draftOf, type FieldValue, isMany } from "../../parts/fields/field.ts"
import { FieldForm } from "../../parts/fields/form.tsx"
import { Preview } from "../../parts/preview.tsx"
import { go } from "../../state/address.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { dataTexts } from "../../texts/data.ts"
import { itemTexts } from "../../texts/item.ts"

interface ActProps {
  readonly datastore: Datastore
  readonly id: string
  readonly person: Person
  readonly details: Details
}

/** Returns the titles of looked-up items and the names of files in an item's details, by ID. */
function namesIn(details: Details): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const note = (value: FieldValue) => {
    if (typeof value !== "object" || value === null) return
    if (isMany(value)) for (const element of value) note(element)
    else if ("item_id" in value && "title" in value) names.set(value.item_id, value.title)
    else if ("file_id" in value) names.set(value.file_id, value.filename)
  }
  for (const { value } of Object.values(details.field_values)) note(value)
  return names
}

function firstOf(details: Details, form: ActionForm): ReadonlyMap<string, Draft> {
  return new Map(
    form.fields.map((field) => [field.display_id, draftOf(field, details.field_values[field.display_id]?.value)]),
  )
}

const editOf = ({ item_actions }: Details) => Object.values(item_actions).find(({ crud_type }) => crud_type === "2")

type Doing = { readonly action: string; readonly name: string; readonly isEdit: boolean; readonly form: ActionForm }

export function Acts(item: ActProps) {
  const { datastore, id, person, details } = item
  const t = itemTexts()
  const doing = useSignal<Doing | undefined>(undefined)
  const edit = editOf(details)
  const open = () =>
    attempt(async () => {
      if (edit === undefined) return
      doing.value = {
        action: edit.a_id,
        name: edit.action_name,
        isEdit: true,
        form: await formOf(person, datastore, edit.a_id),
      }
    })
  const removal = { params: { ...placeOf(datastore), "item-id": id }, body: {} }
  const remove = () =>
    attempt(async () => {
      await withUndo(t.deleted(details.title || id), () => person.act.deleteItem(removal))
      go(addressOfDatastore(datastore))
    })
  return (
    <>
      {edit === undefined ? null : (
        <button type="button" class="button primary" onClick={() => void open()}>
          {t.edit}
        </button>
      )}
      <button type="button" class="button danger" onClick={() => void remove()}>
        {t.delete}
      </button>
      <Preview
        name={t.delete}
        of={details.rev_no}
        run={async () => (await person.preview.deleteItem(removal)).requestId}
      />
      <ActionDialog doing={doing} item={item} />
    </>
  )
}

function ActionDialog({ doing: chosen, item }: { readonly doing: Signal<Doing | undefined>; readonly item: ActProps }) {
  const t = itemTexts()
  const { datastore, id, person, details } = item
  const doing = chosen.value
  if (doing === undefined) return null
  const { form } = doing
  const close = () => {
    chosen.value = undefined
  }
  const requestOf = (item: Readonly<Record<string, unknown>>) => ({
    params: { ...placeOf(datastore), "item-id": id, "action-id": doing.action },
    body: { item, rev_no: details.rev_no, use_display_id: true },
  })
  return (
    <Dialog title={doing.isEdit ? t.editTitle(details.title || id) : t.run(doing.name)} onClose={close}>
      <FieldForm
        fields={form.fields}
        rules={form.rules}
        first={firstOf(details, form)}
        names={namesIn(details)}
        singles={form.singles}
        submit={doing.isEdit ? dataTexts().save : doing.name}
        onPreview={async (item) => (await person.preview.executeAction(requestOf(item))).requestId}
        onSend={async (item) => {
          const title = details.title || id
          await withUndo(doing.isEdit ? t.saved(title) : t.ran(doing.name, title), () =>
            person.act.executeAction(requestOf(item)),
          )
          close()
        }}
      />
    </Dialog>
  )
}

export function Statuses(item: ActProps) {
  const { datastore, id, person, details } = item
  const t = itemTexts()
  const doing = useSignal<Doing | undefined>(undefined)
  const now = Object.values(details.field_values).find(({ dataType }) => dataType === "status")?.value
  const actions = [...Object.values(details.status_actions), ...Object.values(details.item_actions)].filter(
    ({ crud_type, a_id }) => (crud_type === "2" || crud_type === "4") && a_id !== editOf(details)?.a_id,
  )
  const title = details.title || id
  const requestOf = (action: string) => ({
    params: { ...placeOf(datastore), "item-id": id, "action-id": action },
    body: { rev_no: details.rev_no, use_display_id: true },
  })
  const run = (action: string, name: string) =>
    attempt(() => withUndo(t.ran(name, title), () => person.act.executeAction(requestOf(action))))
  const open = (action: string, name: string) =>
    attempt(async () => {
      doing.value = { action, name, isEdit: false, form: await formOf(person, datastore, action) }
    })
  return (
    <section class="card" aria-label={t.actions}>
      <div class="card-head">
        <h2>{t.actions}</h2>
      </div>
      <div class="card-body form">
        {details.status_order.length === 0 ? null : (
          <ol class="steps" aria-label={t.statusTitle}>
            {details.status_order.map((status) => (
              <li key={status} aria-current={status === now ? "step" : undefined}>
                {details.status_list[status]?.status_name ?? status}
              </li>
            ))}
          </ol>
        )}
        {actions.length === 0 ? <p class="soft">{t.noActions}</p> : null}
        <ul class="plain-list">
          {actions.map(({ a_id, action_name }) => (
            <li key={a_id} class="tools">
              <button
                type="button"
                class="button"
                aria-label={t.run(action_name)}
                onClick={() => void run(a_id, action_name)}
              >
                {action_name}
              </button>
              <button
                type="button"
                class="button plain small"
                aria-label={t.runWith(action_name)}
                onClick={() => void open(a_id, action_name)}
              >
                {t.withValues}
              </button>
              <Preview
                name={t.run(action_name)}
                of={details.rev_no}
                run={async () => (await person.preview.executeAction(requestOf(a_id))).requestId}
              />
            </li>
          ))}
        </ul>
      </div>
      <ActionDialog doing={doing} item={item} />
    </section>
  )
}

import { useSignal } from "@preact/signals"
import type { Person } from "../../api/person.ts"
import { formOf } from "../../items/action-form.ts"
import { addressOfItem, type Datastore, placeOf } from "../../items/datastore.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { FieldForm } from "../../parts/fields/form.tsx"
import { Shown } from "../../parts/shown.tsx"
import { go } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { withUndo } from "../../state/undo.ts"
import { dataTexts } from "../../texts/data.ts"

/** Dialog that creates an item by one of the create actions that the person may run. */
export function Create({ datastore, person, onClose }: { datastore: Datastore; person: Person; onClose: () => void }) {
  const t = dataTexts()
  const actions = useResource(
    `new actions ${datastore.d_id}`,
    async (signal) => (await person.look.getNewActions({ params: { "datastore-id": datastore.d_id }, signal })).actions,
  )
  const chosen = useSignal<string | undefined>(undefined)
  return (
    <Dialog title={t.createIn(datastore.name)} onClose={onClose}>
      <Shown of={actions}>
        {(all) => (
          <div class="form">
            {all.length < 2 ? null : (
              <div class="field">
                <label for="create-action">{t.action}</label>
                <select
                  id="create-action"
                  value={chosen.value ?? all[0]?.action_id}
                  onChange={({ currentTarget }) => {
                    chosen.value = currentTarget.value
                  }}
                >
                  {all.map(({ action_id, name }) => (
                    <option key={action_id} value={action_id}>
                      {name}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <NewItem
              key={chosen.value ?? ""}
              datastore={datastore}
              person={person}
              action={chosen.value ?? all[0]?.action_id ?? ""}
              onClose={onClose}
            />
          </div>
        )}
      </Shown>
    </Dialog>
  )
}

interface NewProps {
  readonly datastore: Datastore
  readonly person: Person
  readonly action: string
  onClose(): void
}

function NewItem({ datastore, person, action, onClose }: NewProps) {
  const t = dataTexts()
  const requestOf = (first: ReadonlyMap<string, unknown>, item: Readonly<Record<string, unknown>>) => ({
    params: placeOf(datastore),
    body: {
      action_id: action,
      item: { ...Object.fromEntries(first), ...item },
      use_display_id: true,
      return_item_result: true,
    },
  })
  const form = useResource(`form ${action}`, (signal) => formOf(person, datastore, action, signal))
  return (
    <Shown of={form}>
      {({ fields, rules, first, singles }) => (
        <FieldForm
          fields={fields}
          rules={rules}
          first={first}
          singles={singles}
          submit={t.create}
          onPreview={async (item) => (await person.preview.createItem(requestOf(first, item))).requestId}
          onSend={async (item) => {
            const create = () => person.act.createItem(requestOf(first, item))
            const made = await withUndo((one) => t.created(String(one.item?.title || one.item_id)), create)
            onClose()
            go(addressOfItem(datastore, made.item_id))
          }}
        />
      )}
    </Shown>
  )
}

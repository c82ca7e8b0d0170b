import { useSignal } from "@preact/signals"
import type { Person } from "../../api/person.ts"
import { type Datastore, placeOf } from "../../items/datastore.ts"
import { onlyThese } from "../../items/list.ts"
import { Preview } from "../../parts/preview.tsx"
import { useResource } from "../../state/resource.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { dataTexts } from "../../texts/data.ts"

interface Props {
  readonly datastore: Datastore
  readonly person: Person
  readonly ids: ReadonlySet<string>
  onDone(): void
}

export function Bulk({ datastore, person, ids, onDone }: Props) {
  const t = dataTexts()
  const actions = useResource(`actions ${datastore.d_id}`, (signal) =>
    person.look.getActions({ params: { "datastore-id": datastore.d_id }, signal }),
  )
  const runnable = (actions.value.value ?? []).filter(({ operation }) => operation === "update")
  const chosen = useSignal("")
  const action = runnable.find(({ action_id }) => action_id === chosen.value) ?? runnable[0]
  const body = { conditions: onlyThese(ids), use_display_id: true }
  const removal = { params: placeOf(datastore), body }
  const runOf = (actionId: string) => ({ params: { ...placeOf(datastore), "action-id": actionId }, body })
  const run = () =>
    attempt(async () => {
      if (action === undefined) return
      await withUndo(t.ran(action.name, ids.size), async () =>
        requireNoErrors(await person.act.executeBulkAction(runOf(action.action_id))),
      )
      onDone()
    })
  const remove = () =>
    attempt(async () => {
      await withUndo(t.deleted(ids.size), () => person.act.deleteItemByConditions(removal))
      onDone()
    })
  return (
    <div class="notice">
      <p role="status">{t.selected(ids.size)}</p>
      <span class="tools">
        {action === undefined ? null : (
          <>
            <select
              aria-label={t.action}
              value={action.action_id}
              onChange={({ currentTarget }) => {
                chosen.value = currentTarget.value
              }}
            >
              {runnable.map(({ action_id, name }) => (
                <option key={action_id} value={action_id}>
                  {name}
                </option>
              ))}
            </select>
            <button type="button" class="button small" onClick={() => void run()}>
              {t.run}
            </button>
            <Preview
              name={t.run}
              of={`${action.action_id} ${[...ids]}`}
              run={async () => {
                const { response, requestId } = await person.preview.executeBulkAction(runOf(action.action_id))
                requireNoErrors(response)
                return requestId
              }}
            />
          </>
        )}
        <button type="button" class="button small danger" onClick={() => void remove()}>
          {t.delete}
        </button>
        <Preview
          name={t.delete}
          of={`${[...ids]}`}
          run={async () => (await person.preview.deleteItemByConditions(removal)).requestId}
        />
        <button type="button" class="button small" onClick={onDone}>
          {t.deselect}
        </button>
      </span>
    </div>
  )
}

interface BulkResult {
  readonly has_error: boolean
  readonly errors?: readonly { readonly description?: string | undefined; readonly error_code: string }[] | undefined
}

/** Throws the first reason for which an action did not run on an item. */
function requireNoErrors({ has_error: hasError, errors: [finding] = [] }: BulkResult): void {
  if (hasError && finding !== undefined) throw new Error(finding.description ?? finding.error_code)
}

import { useSignal } from "@preact/signals"
import type { WireClient } from "../../api/person.ts"
import { Failure } from "../../parts/notice.tsx"
import { Preview } from "../../parts/preview.tsx"
import { refresh } from "../../state/live.ts"
import { person } from "../../state/people.ts"
import { withUndo } from "../../state/undo.ts"
import { withNote } from "../../texts/language.ts"
import { schemaTexts } from "../../texts/schema.ts"
import type { Application, SchemaDatastore } from "./found.ts"

interface Props {
  readonly application: Application
  readonly datastore: SchemaDatastore
}

/** Shows and sets the counters of a datastore's autonum fields. Sets them through the API as the acting user. */
export function Counters({ application, datastore }: Props) {
  const t = schemaTexts()
  const counters = datastore.fields.flatMap((field) =>
    (field.auto_number?.counters ?? []).map((counter) => ({ field, counter, prefix: field.auto_number?.prefix ?? "" })),
  )
  if (counters.length === 0) return <p class="card-body soft">{t.noCounters}</p>
  return (
    <ul class="rows">
      {counters.map(({ field, counter, prefix }) => (
        <li key={`${field.f_id} ${counter.branch}`}>
          <Counter
            id={`counter-${field.f_id}-${counter.branch ?? ""}`}
            label={counter.branch === null ? t.counter(field.name) : withNote(t.counter(field.name), counter.branch)}
            shown={`${prefix}${counter.value}`}
            value={counter.value}
            name={`${datastore.name} · ${field.name}`}
            requestOf={(value) => ({
              params: { "app-id": application.p_id, "datastore-id": datastore.d_id, "field-id": field.f_id },
              body: { auto_num: value, ...(counter.branch === null ? {} : { branch_key: counter.branch }) },
            })}
          />
        </li>
      ))}
    </ul>
  )
}

interface CounterProps {
  readonly id: string
  readonly label: string
  readonly shown: string
  readonly value: number
  /** Name of the counter in the message after a change. */
  readonly name: string
  requestOf(value: number): Parameters<WireClient["updateAutoNumber"]>[0]
}

function Counter({ id, label, shown, value, name, requestOf }: CounterProps) {
  const t = schemaTexts()
  const text = useSignal(String(value))
  const failure = useSignal<unknown>(undefined)
  const who = person.value
  const set = async (event: Event) => {
    event.preventDefault()
    if (who === undefined) return
    failure.value = undefined
    const next = Number(text.peek())
    try {
      await withUndo(t.counterSet(name, next), () => who.act.updateAutoNumber(requestOf(next)))
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  return (
    <form class="tools" onSubmit={(event) => void set(event)}>
      <label for={id}>{label}</label>
      <code>{shown}</code>
      <input
        id={id}
        type="number"
        min={0}
        required
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
      />
      <button type="submit" class="button small" disabled={who === undefined}>
        {t.set}
      </button>
      {who === undefined ? null : (
        <Preview
          name={label}
          of={`${text.value} ${value}`}
          run={async () => (await who.preview.updateAutoNumber(requestOf(Number(text.peek())))).requestId}
        />
      )}
      {failure.value === undefined ? null : <Failure error={failure.value} />}
    </form>
  )
}

import { useSignal } from "@preact/signals"
import type { Person } from "../../api/person.ts"
import { Failure } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { refresh } from "../../state/live.ts"
import { actingAs } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { itemTexts } from "../../texts/item.ts"
import type { Datastore } from "../data/data.tsx"
import { placeOf } from "../data/items.ts"

interface Props {
  readonly datastore: Datastore
  readonly id: string
  readonly person: Person
}

/** What was done to an item and said about it, newest first. */
export function Histories({ datastore, id, person }: Props) {
  const t = itemTexts()
  const params = { ...placeOf(datastore), "item-id": id }
  const text = useSignal("")
  const failure = useSignal<unknown>(undefined)
  const histories = useResource(
    `histories ${actingAs.value} ${id}`,
    async (signal) => (await person.look.getItemHistories({ params, signal })).histories,
    ["change", "fired"],
  )
  const post = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    try {
      await person.act.postItemComment({ params, body: { comment: text.value } })
      text.value = ""
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  return (
    <section class="card" aria-label={t.histories}>
      <div class="card-head">
        <h2>{t.histories}</h2>
      </div>
      <form class="card-body" onSubmit={(event) => void post(event)}>
        <div class="field">
          <label for="comment">{t.comment}</label>
          <textarea
            id="comment"
            required
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
            }}
          />
          {failure.value === undefined ? null : <Failure error={failure.value} />}
          <span>
            <button type="submit" class="button">
              {t.post}
            </button>
          </span>
        </div>
      </form>
      <Shown of={histories}>
        {(all) =>
          all.length === 0 ? (
            <p class="card-body soft">{t.noHistories}</p>
          ) : (
            <ol class="rows">
              {all.map((history) => (
                <li key={history.history_id}>
                  <span class="soft">
                    <Time at={history.created_at} />
                  </span>
                  <b>{history.username}</b>
                  {history.action_name === undefined ? null : <span class="badge">{history.action_name}</span>}
                  {history.comment === "" ? null : <p class="wrap whole">{history.comment}</p>}
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </section>
  )
}

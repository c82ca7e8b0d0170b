import { useSignal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import type { Person } from "../../api/person.ts"
import { type Datastore, placeOf } from "../../items/datastore.ts"
import { ChangedFields, changedFields } from "../../parts/before-after.tsx"
import { Failure } from "../../parts/notice.tsx"
import { Preview } from "../../parts/preview.tsx"
import { Shown } from "../../parts/shown.tsx"
import { shownOperation } from "../../parts/shown-operation.ts"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { actingAs } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { withUndo } from "../../state/undo.ts"
import { itemTexts } from "../../texts/item.ts"
import { type PastLine, pastOf, type Write } from "./past.ts"

interface Props {
  readonly datastore: Datastore
  readonly id: string
  /** The item's title, or its ID if the title is empty. */
  readonly title: string
  readonly person: Person
}

/** Number of the newest writes for which the changed records are read. */
const MAX_READ_WRITES = 20

type History = Awaited<ReturnType<Person["look"]["getItemHistories"]>>["histories"][number]

interface ItemWrite extends Write {
  readonly entry: AnswerTo<"GET /worlds/:w/requests">["requests"][number]
  readonly changes: ReturnType<typeof changedFields>
}

/** Shows the item's history entries and comments, newest first, with the changes of each write. */
export function Histories({ datastore, id, title, person }: Props) {
  const t = itemTexts()
  const w = worldName.value
  const params = { ...placeOf(datastore), "item-id": id }
  const text = useSignal("")
  const failure = useSignal<unknown>(undefined)
  const past = useResource(
    `past ${w} ${actingAs.value} ${id}`,
    async (signal) => {
      const [{ histories }, writes] = await Promise.all([
        person.look.getItemHistories({ params, signal }),
        readWrites(w, id, signal),
      ])
      return pastOf(histories, writes)
    },
    ["change", "fired"],
  )
  const requestOf = () => ({ params, body: { comment: text.value } })
  const post = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    try {
      await withUndo(t.posted(title), () => person.act.postItemComment(requestOf()))
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
        <a href={addressOf("requests", [], { record: id })}>{t.requests}</a>
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
          <div class="tools">
            <button type="submit" class="button">
              {t.post}
            </button>
            <Preview of={text.value} run={async () => (await person.preview.postItemComment(requestOf())).requestId} />
          </div>
        </div>
      </form>
      <Shown of={past}>
        {(lines) =>
          lines.length === 0 ? (
            <p class="card-body soft">{t.noHistories}</p>
          ) : (
            <ol class="rows">
              {lines.map((line) => (
                <li key={line.histories[0]?.history_id ?? line.write?.entry.id}>
                  <Line line={line} />
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </section>
  )
}

function Line({ line: { histories, write } }: { readonly line: PastLine<History, ItemWrite> }) {
  const t = itemTexts()
  const [history] = histories
  const at = history?.created_at ?? write?.entry.at ?? ""
  const actions = new Set(histories.flatMap(({ action_name = "" }) => (action_name === "" ? [] : [action_name])))
  return (
    <>
      <span class="soft">
        <Time at={at} />
      </span>
      <b>{history?.username ?? write?.entry.user ?? write?.entry.cause?.name}</b>
      {[...actions].map((name) => (
        <span key={name} class="badge">
          {name}
        </span>
      ))}
      {write === undefined ? null : (
        <a href={addressOf("requests", [write.entry.id])}>
          {shownOperation(write.entry) ?? write.entry.cause?.name ?? write.entry.method}
        </a>
      )}
      {histories.map(({ history_id, comment }) =>
        comment === "" ? null : (
          <p key={history_id} class="wrap whole">
            {comment}
          </p>
        ),
      )}
      {write === undefined || write.changes.length === 0 ? null : (
        <ChangedFields of={write.changes} label={t.changes} />
      )}
    </>
  )
}

async function readWrites(w: string, record: string, signal: AbortSignal): Promise<ItemWrite[]> {
  const { requests } = await ask("GET /worlds/:w/requests", {
    params: { w },
    query: { record, origin: "any", bodies: "0", limit: MAX_READ_WRITES },
    signal,
  })
  return Promise.all(
    requests.reverse().map(async (entry) => {
      const { changes } = await ask("GET /worlds/:w/requests/:id", { params: { w, id: entry.id }, signal })
      return {
        entry,
        made: new Set(changes.filter(({ table }) => table === "histories").map((change) => change.id)),
        changes: changes.filter((change) => change.id === record).flatMap(changedFields),
      }
    }),
  )
}

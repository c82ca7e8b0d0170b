import { ask } from "../../api/control.ts"
import { changedFields } from "../../parts/before-after.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { itemTexts } from "../../texts/item.ts"
import { recordTexts } from "../../texts/records.ts"

const SHOWN = 20

/** What each write of an item made of it, newest first, as far as the log knows it still. */
export function Revisions({ id }: { readonly id: string }) {
  const t = itemTexts()
  const r = recordTexts()
  const w = worldName.value
  const revisions = useResource(`revisions ${w} ${id}`, (signal) => readRevisions(w, id, signal), ["change", "fired"])
  return (
    <section class="card" aria-label={t.revisions}>
      <div class="card-head">
        <h2>{t.revisions}</h2>
      </div>
      <Shown of={revisions}>
        {(all) =>
          all.length === 0 ? (
            <p class="card-body soft">{t.noRevisions}</p>
          ) : (
            <ol class="rows">
              {all.map(({ entry, changes }) => (
                <li key={entry.id}>
                  <span class="soft">
                    <Time at={entry.at} />
                  </span>
                  <a href={addressOf("requests", [entry.id])}>{entry.operation ?? entry.cause?.name ?? entry.method}</a>
                  <span class="soft">{entry.user}</span>
                  {changes.length === 0 ? null : (
                    <div class="whole table-box" tabIndex={0} role="group" aria-label={t.changes}>
                      <table>
                        <thead>
                          <tr>
                            <th scope="col">{r.field}</th>
                            <th scope="col">{r.before}</th>
                            <th scope="col">{r.after}</th>
                          </tr>
                        </thead>
                        <tbody>
                          {changes.map(({ field, before, after }) => (
                            <tr key={field}>
                              <th scope="row">{field}</th>
                              <td class="wrap">{before}</td>
                              <td class="wrap">{after}</td>
                            </tr>
                          ))}
                        </tbody>
                      </table>
                    </div>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </section>
  )
}

async function readRevisions(w: string, record: string, signal: AbortSignal) {
  const { requests } = await ask("GET /worlds/:w/requests", {
    params: { w },
    query: { record, origin: "any", bodies: "0", limit: SHOWN },
    signal,
  })
  return Promise.all(
    requests.reverse().map(async (entry) => {
      const { changes } = await ask("GET /worlds/:w/requests/:id", { params: { w, id: entry.id }, signal })
      return { entry, changes: changes.filter(({ id }) => id === record).flatMap(changedFields) }
    }),
  )
}

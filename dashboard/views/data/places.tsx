import { addressOfDatastore, type Datastore } from "../../items/datastore.ts"
import { dataTexts } from "../../texts/data.ts"
import { count } from "../../texts/language.ts"

export function Places({
  datastores,
  chosen,
}: {
  readonly datastores: readonly Datastore[]
  readonly chosen: string | undefined
}) {
  const places = Map.groupBy(datastores, ({ workspace, application }) => `${workspace} / ${application}`)
  return (
    <nav class="card place-list" aria-label={dataTexts().places}>
      {[...places].map(([place, inPlace]) => (
        <div key={place}>
          <h2>{place}</h2>
          <ul>
            {inPlace.map((datastore) => (
              <li key={datastore.d_id}>
                <a
                  href={addressOfDatastore(datastore)}
                  aria-current={datastore.d_id === chosen ? "page" : undefined}
                  title={datastore.datastore_id}
                >
                  <span class="cut">{datastore.name}</span>
                  <span class="soft number">{count(datastore.items)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

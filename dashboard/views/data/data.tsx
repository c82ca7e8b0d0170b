import { ask } from "../../api/control.ts"
import { Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { address, worldName } from "../../state/address.ts"
import { person } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { dataTexts } from "../../texts/data.ts"
import { ItemView } from "../item/item.tsx"
import { Items } from "./list.tsx"
import { Places } from "./places.tsx"

/** View of the datastores, of one datastore's items or of one item, as the acting user sees them. */
export default function Data() {
  const t = dataTexts()
  const name = worldName.value
  const datastores = useResource(
    `datastores ${name}`,
    async (gone) => (await ask("GET /worlds/:w/datastores", { params: { w: name }, signal: gone })).datastores,
    ["change", "world"],
  )
  const [application, id, item] = address.value.place
  return (
    <Shown of={datastores}>
      {(all) => {
        const chosen =
          id === undefined
            ? all[0]
            : all.find(
                ({ p_id, application_id, d_id, datastore_id }) =>
                  (application_id === application || p_id === application) && (datastore_id === id || d_id === id),
              )
        if (chosen !== undefined && item !== undefined && person.value !== undefined) {
          return <ItemView key={item} datastore={chosen} datastores={all} id={item} person={person.value} />
        }
        return (
          <>
            <ViewHead title={chosen?.name ?? t.title} about={chosen?.application} />
            <div class="with-list fills">
              <Places datastores={all} chosen={chosen?.d_id} />
              <div class="stack">
                {chosen !== undefined ? (
                  person.value === undefined ? (
                    <Empty title={t.nobody} />
                  ) : (
                    <Items key={chosen.d_id} datastore={chosen} person={person.value} />
                  )
                ) : id === undefined ? (
                  <Empty title={t.noDatastores}>{t.noDatastoresHint}</Empty>
                ) : (
                  <Empty title={t.noDatastore(id)} />
                )}
              </div>
            </div>
          </>
        )
      }}
    </Shown>
  )
}

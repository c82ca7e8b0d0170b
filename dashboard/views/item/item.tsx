import { ApiError, type Person } from "../../api/person.ts"
import { addressOfDatastore, type Datastore } from "../../items/datastore.ts"
import { detailsOf } from "../../items/details.ts"
import { fieldSettingsOf } from "../../items/field-settings.ts"
import { Id } from "../../parts/copy.tsx"
import { Badge, Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { actAs, actingAs, actingUser, people } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { itemTexts } from "../../texts/item.ts"
import { Access } from "./access.tsx"
import { Acts, Statuses } from "./acts.tsx"
import { Fields } from "./fields.tsx"
import { Histories } from "./histories.tsx"
import { Related } from "./related.tsx"
import { Versions } from "./versions.tsx"

interface Props {
  readonly datastore: Datastore
  readonly datastores: readonly Datastore[]
  readonly id: string
  readonly person: Person
}

const NOT_THERE = [403, 404]

export function ItemView({ datastore, datastores, id, person }: Props) {
  const t = itemTexts()
  const user = actingAs.value ?? ""
  const item = useResource(
    `item ${user} ${id}`,
    (gone) =>
      Promise.all([detailsOf(person, datastore, id, gone), fieldSettingsOf(datastore, gone)]).catch(
        (error: unknown) => {
          if (error instanceof ApiError && NOT_THERE.includes(error.status)) return null
          throw error
        },
      ),
    ["change", "fired"],
  )
  const back = <a href={addressOfDatastore(datastore)}>{t.back(datastore.name)}</a>
  return (
    <Shown of={item}>
      {(found) => {
        const [details, settings] = found ?? []
        return details === undefined || settings === undefined ? (
          <>
            <ViewHead title={datastore.name} about={back} />
            <Empty title={t.gone(id, user)}>
              <SeeAs />
            </Empty>
            <Access datastore={datastore} id={id} />
          </>
        ) : (
          <>
            <ViewHead title={details.title === "" ? id : details.title} about={back}>
              <SeeAs />
              <Acts datastore={datastore} id={id} person={person} details={details} />
            </ViewHead>
            <div class="item">
              <div class="item-main">
                <section class="card" aria-label={t.fields}>
                  <div class="card-head">
                    <h2>{t.fields}</h2>
                    <span class="tools soft">
                      <Badge>{t.revision(details.rev_no)}</Badge>
                      <Id id={id} />
                    </span>
                  </div>
                  <Fields details={details} settings={settings} datastores={datastores} person={person} />
                  <p class="card-body soft">
                    {t.created} <Time at={details.created_at} /> · {t.updated} <Time at={details.updated_at} />
                  </p>
                </section>
                <Related details={details} datastore={datastore} datastores={datastores} id={id} person={person} />
                <Versions datastore={datastore} id={id} />
              </div>
              <div class="item-side">
                <Statuses datastore={datastore} id={id} person={person} details={details} />
                <Histories datastore={datastore} id={id} title={details.title || id} person={person} />
              </div>
            </div>
            <Access datastore={datastore} id={id} />
          </>
        )
      }}
    </Shown>
  )
}

function SeeAs() {
  const t = itemTexts()
  const users = people.value ?? []
  const chosen = actingUser.value
  return (
    <select aria-label={t.seeAs} value={chosen} onChange={({ currentTarget }) => actAs(currentTarget.value)}>
      {users.some(({ user }) => user === chosen) ? null : <option value={chosen}>{chosen}</option>}
      {users.map(({ u_id, user, username, email }) => (
        <option key={u_id} value={user}>
          {username === "" ? email : username}
        </option>
      ))}
    </select>
  )
}

import { ask, ControlError } from "../../api/control.ts"
import type { Datastore } from "../../items/datastore.ts"
import { Badge } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { sightText } from "../../state/sights.ts"
import { itemTexts } from "../../texts/item.ts"
import { shellTexts } from "../../texts/shell.ts"
import { Why } from "./why.tsx"

const NOT_FOUND = 404

export function Access({ datastore, id }: { readonly datastore: Datastore; readonly id: string }) {
  const t = itemTexts()
  const w = worldName.value
  const access = useResource(
    `access ${w} ${id}`,
    (signal) =>
      ask("GET /worlds/:w/items/:i/access", { params: { w, i: id }, signal }).catch((error: unknown) => {
        if (error instanceof ControlError && error.status === NOT_FOUND) return null
        throw error
      }),
    ["change"],
  )
  return (
    <Shown of={access}>
      {(found) =>
        found === null ? null : (
          <section class="card" aria-label={t.access}>
            <div class="card-head">
              <h2>{t.access}</h2>
              <span class="soft">{t.accessCount(found.seeing, found.total)}</span>
            </div>
            <div class="card-body">
              <h3>{t.keys}</h3>
              {found.keys.length === 0 ? <p class="soft">{t.noKeys}</p> : null}
              <ul class="tools">
                {found.keys.map((key) => (
                  <li key={`${key.kind} ${key.id}`}>
                    <Badge>{`${t[key.kind]}: ${key.name || key.id}`}</Badge>
                  </li>
                ))}
                {found.groups.map((group) => (
                  <li key={group.g_id}>
                    <Badge tone="accent">{`${group.name} · ${t.members(group.members)}`}</Badge>
                  </li>
                ))}
              </ul>
            </div>
            <div class="table-box">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t.person}</th>
                    <th scope="col">{t.sees}</th>
                    <th scope="col">{t.why}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.people.map((person) => (
                    <tr key={person.u_id}>
                      <th scope="row">{person.username || person.user}</th>
                      <td>
                        <Badge tone={person.sees ? "good" : "plain"}>
                          {person.sees ? shellTexts().yes : shellTexts().no}
                        </Badge>
                      </td>
                      <td>
                        {sightText(person.says)}
                        <Why datastore={datastore} item={id} user={person.u_id} name={person.username || person.user} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )
      }
    </Shown>
  )
}

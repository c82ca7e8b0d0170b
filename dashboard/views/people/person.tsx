import { useSignal } from "@preact/signals"
import { type AnswerTo, ask, ControlError } from "../../api/control.ts"
import { makeToken } from "../../api/person.ts"
import { copyText } from "../../parts/copy.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Badge, Empty } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { address, addressOf, worldName } from "../../state/address.ts"
import { actAs, actingAs } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { withNote } from "../../texts/language.ts"
import { peopleTexts } from "../../texts/people.ts"
import { shellTexts } from "../../texts/shell.ts"
import type { Group } from "./group.ts"
import { Move } from "./membership.tsx"

type Rights = AnswerTo<"GET /worlds/:w/users/:u">

const NOT_FOUND = 404

export function PersonDetail({ user, groups }: { readonly user: string; readonly groups: readonly Group[] }) {
  const t = peopleTexts()
  const w = worldName.value
  const rights = useResource(
    `person ${w} ${user}`,
    (signal) =>
      ask("GET /worlds/:w/users/:u", { params: { w, u: user }, signal }).catch((error: unknown) => {
        if (error instanceof ControlError && error.status === NOT_FOUND) return null
        throw error
      }),
    ["change"],
  )
  return (
    <section class="card detail" aria-label={t.person}>
      <Shown of={rights}>
        {(found) => (found === null ? <Empty title={t.gone(user)} /> : <Whole rights={found} groups={groups} />)}
      </Shown>
    </section>
  )
}

function Whole({ rights, groups }: { readonly rights: Rights; readonly groups: readonly Group[] }) {
  const t = peopleTexts()
  const { person } = rights
  const name = person.username || person.email
  const isMoving = useSignal(false)
  const copy = () =>
    attempt(async () => {
      await withUndo(t.tokenCopied(name), async () => copyText(await makeToken(worldName.peek(), person.user)))
    })
  return (
    <>
      <div class="card-head">
        <h2>{name}</h2>
        <a
          class="button plain"
          href={addressOf("people", [], Object.fromEntries(address.value.query))}
          aria-label={shellTexts().close}
        >
          <Icon name="close" />
        </a>
      </div>
      <div class="detail-body">
        <div class="tools">
          {actingAs.value === person.user ? (
            <Badge tone="accent">{t.acting}</Badge>
          ) : (
            <button
              type="button"
              class="button primary"
              aria-label={t.actAsOf(name)}
              onClick={() => actAs(person.user)}
            >
              {t.actAs}
            </button>
          )}
          <button type="button" class="button" onClick={() => void copy()}>
            {t.copyToken}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              isMoving.value = true
            }}
          >
            {t.move}
          </button>
          <a class="button" href={addressOf("mails", [], { to: person.email })}>
            {withNote(t.mails, rights.mails)}
          </a>
          <a class="button" href={addressOf("requests", [], { user: person.user })}>
            {t.requests}
          </a>
        </div>
        <dl class="facts">
          <dt>{t.email}</dt>
          <dd>{person.user}</dd>
          <dt>{t.lastLogin}</dt>
          <dd>{person.last_login_at === null ? t.never : <Time at={person.last_login_at} />}</dd>
          {person.workspaces.map((workspace) => (
            <Membered key={workspace.w_id} workspace={workspace} />
          ))}
        </dl>
        <section>
          <h3>{t.tokens}</h3>
          {rights.token_list.length === 0 ? <p class="soft">{t.noTokens}</p> : null}
          <ul class="plain-list">
            {rights.token_list.map((token, at) => (
              <li key={`${token.created_at} ${at}`}>
                <Time at={token.created_at} />{" "}
                <span class="soft">
                  {token.expires_at === null ? t.forever : `${t.until} `}
                  {token.expires_at === null ? null : <Time at={token.expires_at} />}
                </span>{" "}
                {token.is_fixed ? <Badge>{t.fixed}</Badge> : null}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t.sees}</h3>
          <div class="table-box" tabIndex={0} role="group" aria-label={t.sees}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t.datastore}</th>
                  <th scope="col" class="number">
                    {t.keys}
                  </th>
                  <th scope="col">{t.fields}</th>
                  <th scope="col">{t.actions}</th>
                </tr>
              </thead>
              <tbody>
                {rights.datastores.map((datastore) => (
                  <tr key={datastore.d_id}>
                    <th scope="row">
                      <a
                        href={addressOf("data", [datastore.application_id, datastore.datastore_id], {
                          as: person.user,
                        })}
                      >
                        {datastore.datastore_id}
                      </a>{" "}
                      {datastore.sees ? null : <Badge tone="warn">{t.hidden}</Badge>}
                    </th>
                    <td class="number">{datastore.items}</td>
                    <td class="soft">{datastore.fields.join(", ")}</td>
                    <td class="soft">{datastore.actions.join(", ")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      </div>
      {isMoving.value ? (
        <Move
          person={person}
          groups={groups}
          onClose={() => {
            isMoving.value = false
          }}
        />
      ) : null}
    </>
  )
}

function Membered({ workspace }: { readonly workspace: Rights["person"]["workspaces"][number] }) {
  const t = peopleTexts()
  return (
    <>
      <dt>{workspace.name}</dt>
      <dd>
        <ul class="plain-list">
          {workspace.groups.map((group) => (
            <li key={group.g_id}>
              {group.name} {group.is_admin ? <Badge tone="accent">{t.admin}</Badge> : null}
            </li>
          ))}
          {workspace.roles.map((role) => (
            <li key={`${role.r_id} ${role.through}`}>
              <Badge>{`${role.application_id}/${role.role_id}`}</Badge>{" "}
              {role.through === null ? null : <span class="soft">{t.through(role.through)}</span>}
            </li>
          ))}
        </ul>
      </dd>
    </>
  )
}

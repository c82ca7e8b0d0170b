import { useSignal } from "@preact/signals"
import { ask } from "../../api/control.ts"
import { foldText } from "../../folded.ts"
import { curlOf } from "../../parts/commands.ts"
import { type Column, Grid } from "../../parts/grid.tsx"
import { Badge, Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { people, type User } from "../../state/people.ts"
import { useResource } from "../../state/resource.ts"
import { peopleTexts } from "../../texts/people.ts"
import type { Group } from "./group.ts"
import { Membership } from "./membership.tsx"
import { PersonDetail } from "./person.tsx"

export default function People() {
  const t = peopleTexts()
  const name = worldName.value
  const [chosen] = address.value.place
  const doing = useSignal<"invite" | "add" | undefined>(undefined)
  const groups = useResource(
    `groups ${name}`,
    async (signal) => (await ask("GET /worlds/:w/groups", { params: { w: name }, signal })).groups,
    ["change", "world"],
  )
  const text = address.value.query.get("text") ?? ""
  const users = (people.value ?? []).filter(({ username, user }) =>
    foldText(`${username}\n${user}`).includes(foldText(text)),
  )
  return (
    <>
      <ViewHead title={t.title} about={t.about}>
        <button
          type="button"
          class="button"
          onClick={() => {
            doing.value = "invite"
          }}
        >
          {t.invite}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            doing.value = "add"
          }}
        >
          {t.add}
        </button>
      </ViewHead>
      <search class="tools" aria-label={t.find}>
        <input
          type="search"
          aria-label={t.find}
          placeholder={t.find}
          value={text}
          onInput={({ currentTarget }) => go(withQuery({ text: currentTarget.value }), "replace")}
        />
      </search>
      <div class={chosen === undefined ? "split people-split" : "split open people-split"}>
        <div class="card master">
          {people.value?.length === 0 ? (
            <Empty
              title={t.none}
              command={curlOf("POST", "/api/v0/users/registration", '{"email":"new@example.test"}')}
            />
          ) : users.length === 0 ? (
            <Empty title={t.nothingFits} />
          ) : (
            <Users users={users} chosen={chosen} />
          )}
        </div>
        {chosen === undefined ? null : <PersonDetail key={chosen} user={chosen} groups={groups.value.value ?? []} />}
      </div>
      <div class="cards">
        <section class="card" aria-label={t.groups}>
          <div class="card-head">
            <h2>{t.groups}</h2>
          </div>
          <Shown of={groups}>{(all) => <Groups groups={all} />}</Shown>
        </section>
        <Roles />
      </div>
      {doing.value === undefined ? null : (
        <Membership
          act={doing.value}
          groups={groups.value.value ?? []}
          onClose={() => {
            doing.value = undefined
          }}
        />
      )}
    </>
  )
}

const columnsOf = (t: ReturnType<typeof peopleTexts>): readonly Column<User>[] => [
  {
    key: "name",
    card: "1 / 1 / 2 / 2",
    title: t.username,
    width: 140,
    grow: 1,
    cell: ({ username, email }) => username || email,
  },
  {
    key: "email",
    card: "2 / 1 / 3 / 3",
    title: t.email,
    width: 190,
    grow: 1.4,
    cell: ({ user }) => <span class="soft">{user}</span>,
  },
  {
    key: "marks",
    card: "1 / 2 / 2 / 3",
    title: t.marks,
    width: 150,
    cell: ({ workspaces, confirmed, locked }) => (
      <>
        {workspaces.some(({ is_admin }) => is_admin) ? <Badge tone="accent">{t.admin}</Badge> : null}
        {confirmed ? null : <Badge tone="warn">{t.unconfirmed}</Badge>}
        {locked ? <Badge tone="bad">{t.locked}</Badge> : null}
      </>
    ),
  },
  {
    key: "groups",
    card: "3 / 1 / 4 / 3",
    label: t.groups,
    title: t.groups,
    width: 160,
    grow: 1.4,
    cell: ({ workspaces }) => (
      <span class="soft">{workspaces.flatMap(({ groups }) => groups.map(({ name }) => name)).join(", ")}</span>
    ),
  },
]

const CARDS = { lines: 3, columns: "minmax(0, 1fr) auto" }

function Users({ users, chosen }: { readonly users: readonly User[]; readonly chosen: string | undefined }) {
  const t = peopleTexts()
  return (
    <Grid
      label={t.list}
      cards={CARDS}
      columns={columnsOf(t)}
      count={users.length}
      rowAt={(index) => users[index]}
      keyOf={({ u_id }) => u_id}
      isCurrent={({ user }) => user === chosen}
      onOpen={({ user }) => go(addressOf("people", [user], Object.fromEntries(address.peek().query)))}
    />
  )
}

function Groups({ groups }: { readonly groups: readonly Group[] }) {
  const t = peopleTexts()
  return (
    <ul class="rows">
      {groups.map(({ g_id, group_id, name, depth, members }) => (
        <li key={g_id}>
          <span class="grow">
            <span class="branch" aria-hidden="true">
              {depth === 0 ? "" : `${"   ".repeat(depth - 1)}└ `}
            </span>
            {name} <code class="soft">{group_id}</code>
          </span>
          <span class="soft">{t.members(members)}</span>
        </li>
      ))}
    </ul>
  )
}

function Roles() {
  const t = peopleTexts()
  const name = worldName.value
  const roles = useResource(
    `roles ${name}`,
    async (signal) => (await ask("GET /worlds/:w/roles", { params: { w: name }, signal })).roles,
    ["change", "world"],
  )
  return (
    <section class="card" aria-label={t.roles}>
      <div class="card-head">
        <h2>{t.roles}</h2>
      </div>
      <Shown of={roles}>
        {(all) => (
          <ul class="rows">
            {all.map((role) => (
              <li key={role.r_id}>
                <b>{role.name}</b>
                <code class="soft">{`${role.application_id}/${role.role_id}`}</code>
                <span class="soft grow">{[...role.groups, ...role.users].join(", ")}</span>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}

import { useSignal } from "@preact/signals"
import { pathOf } from "../../api/person.ts"
import { send } from "../../api/send.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { Empty, Failure } from "../../parts/notice.tsx"
import { Preview } from "../../parts/preview.tsx"
import { worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { person as acting, actingUser, type User } from "../../state/people.ts"
import { withUndo } from "../../state/undo.ts"
import { peopleTexts } from "../../texts/people.ts"
import type { Group } from "./group.ts"

interface Props {
  readonly act: "invite" | "add"
  readonly groups: readonly Group[]
  onClose(): void
}

/** Dialog that invites a person to the workspace or adds a person to a group. Calls the API as the acting user. */
export function Membership({ act, groups, onClose }: Props) {
  const t = peopleTexts()
  const email = useSignal("")
  const username = useSignal("")
  const group = useSignal(groups[0]?.g_id ?? "")
  const failure = useSignal<unknown>(undefined)
  const who = acting.value
  const inviteRequest = () => ({
    body: { users: [{ email: email.value }], domain: `${location.origin}${pathOf(worldName.peek())}/app` },
  })
  const addRequest = () => ({
    body: { email: email.value, g_id: group.value, ...(username.value === "" ? {} : { username: username.value }) },
  })
  const save = async (event: Event) => {
    event.preventDefault()
    if (who === undefined) return
    failure.value = undefined
    const write = async () => {
      if (act === "invite") {
        const [result] = await who.act.userInvite(inviteRequest())
        if (result !== undefined && "stats" in result && result.stats !== 200) throw new Error(t.notMember(email.value))
      } else {
        await who.act.addUser(addRequest())
      }
    }
    try {
      await withUndo(act === "invite" ? t.invited(email.value) : t.added(email.value), write)
      onClose()
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  if (who === undefined) {
    return (
      <Dialog title={act === "invite" ? t.inviteTitle : t.addTitle} onClose={onClose}>
        <Empty title={t.nobody} />
      </Dialog>
    )
  }
  return (
    <Dialog title={act === "invite" ? t.inviteTitle : t.addTitle} onClose={onClose}>
      <form class="form" onSubmit={(event) => void save(event)}>
        <div class="field">
          <label for="member-email">{t.email}</label>
          <input
            id="member-email"
            required
            aria-invalid={failure.value !== undefined}
            value={email.value}
            onInput={({ currentTarget }) => {
              email.value = currentTarget.value
            }}
          />
        </div>
        {act === "invite" ? null : (
          <>
            <div class="field">
              <label for="member-name">{t.username}</label>
              <input
                id="member-name"
                value={username.value}
                onInput={({ currentTarget }) => {
                  username.value = currentTarget.value
                }}
              />
            </div>
            <GroupField id="member-group" label={t.group} groups={groups} value={group} />
          </>
        )}
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        <div class="tools">
          <button type="submit" class="button primary">
            {act === "invite" ? t.invite : t.add}
          </button>
          <Preview
            of={`${email.value} ${username.value} ${group.value}`}
            run={async () => {
              const { preview } = who
              const run = act === "invite" ? preview.userInvite(inviteRequest()) : preview.addUser(addRequest())
              return (await run).requestId
            }}
          />
        </div>
      </form>
    </Dialog>
  )
}

interface GroupFieldProps {
  readonly id: string
  readonly label: string
  readonly groups: readonly { readonly g_id: string; readonly name: string; readonly depth?: number }[]
  readonly value: { value: string }
}

function GroupField({ id, label, groups, value }: GroupFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value
        }}
      >
        {groups.map(({ g_id, name, depth = 0 }) => (
          <option key={g_id} value={g_id}>
            {`${" ".repeat(depth * 3)}${name}`}
          </option>
        ))}
      </select>
    </div>
  )
}

const MOVE = `mutation ($add: AddUserPayload!, $remove: removeUserFromGroupPayload!) {
  addUserInGroup(payload: $add) { added }
  removeUserFromGroup(payload: $remove) { error }
}`

/** Sends both requests of a move as one dry run, because the removal depends on the addition. Resolves with the dry run's ID in the log. */
async function previewMove(variables: { readonly add: object; readonly remove: object }): Promise<string> {
  const body = JSON.stringify({ query: MOVE, variables })
  const path = "/graphql"
  const sent = await send(worldName.peek(), actingUser.peek(), { method: "POST", path, body, isDryRun: true })
  const { errors: [refused] = [], error = `${sent.status}` } = sent.body as {
    readonly errors?: readonly { readonly message: string }[]
    /** Of a request that did not reach GraphQL. */
    readonly error?: string
  }
  if (refused !== undefined || sent.dryRunId === null) throw new Error(refused?.message ?? error)
  return sent.dryRunId
}

interface MoveProps {
  readonly person: User
  readonly groups: readonly Group[]
  onClose(): void
}

export function Move({ person, groups, onClose }: MoveProps) {
  const t = peopleTexts()
  const own = person.workspaces.flatMap((workspace) => workspace.groups)
  const from = useSignal(own[0]?.g_id ?? "")
  const there = groups.filter(({ w_id }) => person.workspaces.some((workspace) => workspace.w_id === w_id))
  const others = (there.length === 0 ? groups : there).filter(({ g_id }) => own.every((group) => group.g_id !== g_id))
  const to = useSignal(others[0]?.g_id ?? "")
  const failure = useSignal<unknown>(undefined)
  const who = acting.value
  const addRequest = () => ({
    body: {
      email: person.email,
      g_id: to.value,
      ...(person.user_code === "" ? {} : { user_code: person.user_code }),
    },
  })
  const removeRequest = () => ({ body: { g_id: from.value, u_id: person.u_id } })
  const move = async (event: Event) => {
    event.preventDefault()
    if (who === undefined) return
    failure.value = undefined
    const write = async () => {
      await who.act.addUser(addRequest())
      if (from.value !== "") await who.act.removeUser(removeRequest())
    }
    try {
      await withUndo(t.moved(person.username || person.email), write)
      onClose()
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  return (
    <Dialog title={t.move} onClose={onClose}>
      <form class="form" onSubmit={(event) => void move(event)}>
        {own.length === 0 ? null : <GroupField id="move-from" label={t.from} groups={own} value={from} />}
        <GroupField id="move-to" label={t.to} groups={others} value={to} />
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        <div class="tools">
          <button type="submit" class="button primary">
            {t.move}
          </button>
          {who === undefined ? null : (
            <Preview
              of={`${from.value} ${to.value}`}
              run={async () => {
                if (from.value === "") return (await who.preview.addUser(addRequest())).requestId
                const { email, g_id, user_code } = addRequest().body
                return previewMove({
                  add: { email, group_id: g_id, user_code },
                  remove: { group_id: from.value, user_id: person.u_id },
                })
              }}
            />
          )}
        </div>
      </form>
    </Dialog>
  )
}

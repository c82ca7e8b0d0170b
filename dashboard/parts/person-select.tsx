import type { Signal } from "@preact/signals"
import { people } from "../state/people.ts"
import { shellTexts } from "../texts/shell.ts"

export function PersonSelect({ id, value }: { readonly id: string; readonly value: Signal<string> }) {
  const users = people.value ?? []
  const isKnown = users.some(({ user }) => user === value.value)
  return (
    <select
      id={id}
      value={value.value}
      onChange={({ currentTarget }) => {
        value.value = currentTarget.value
      }}
    >
      {isKnown ? null : <option value={value.value}>{value.value === "" ? shellTexts().nobody : value.value}</option>}
      {users.map(({ u_id, user, email, username }) => (
        <option key={u_id} value={user}>
          {username === "" ? email : `${username} · ${email}`}
        </option>
      ))}
    </select>
  )
}

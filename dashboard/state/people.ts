import { computed, effect, signal } from "@preact/signals"
import { type AnswerTo, askPage } from "../api/control.ts"
import { type Person, personOf } from "../api/person.ts"
import { shownVersion } from "../shown-version.ts"
import { address, go, withQuery, worldName } from "./address.ts"
import { missedEvents } from "./live.ts"

export type User = AnswerTo<"GET /worlds/:w/users">["users"][number]

/** Users of the world. Undefined until they have been read. */
export const people = signal<readonly User[] | undefined>(undefined)

/**
 * Acting user, given by e-mail address, with the user code if needed. Default: the first administrator of a workspace. The page's address
 * can set another.
 */
export const actingAs = computed<string | undefined>(() => {
  const asked = address.value.query.get("as")
  if (asked !== undefined) return asked
  const users = people.value?.filter(({ confirmed }) => confirmed) ?? []
  return (users.find(({ workspaces }) => workspaces.some(({ is_admin }) => is_admin)) ?? users[0])?.user
})

/**
 * The acting user as in `people`, for lists to choose from: an e-mail address without a user code stands for the only user who has it.
 * Empty if nobody acts.
 */
export const actingUser = computed<string>(() => {
  const asked = actingAs.value ?? ""
  const users = people.value ?? []
  const [found, ...others] = users.filter(({ email }) => email === asked)
  return found === undefined || others.length > 0 || users.some(({ user }) => user === asked) ? asked : found.user
})

export const person = computed<Person | undefined>(() => {
  void shownVersion.value
  return actingAs.value === undefined ? undefined : personOf(worldName.value, actingAs.value)
})

export const actAs = (user: string): void => go(withQuery({ as: user }))

let shownWorld: string | undefined

export function keepPeople(): void {
  effect(() => {
    const name = worldName.value
    void missedEvents.value
    const version = shownVersion.value
    if (shownWorld !== name) people.value = undefined
    readUsers(name).then(
      (users) => {
        if (name !== worldName.peek() || version !== shownVersion.peek()) return
        shownWorld = name
        people.value = users
      },
      () => {},
    )
  })
}

async function readUsers(w: string): Promise<readonly User[]> {
  const users: User[] = []
  for (let goesOn = true; goesOn; ) {
    const page = await askPage("GET /worlds/:w/users", { params: { w }, query: { offset: users.length } })
    users.push(...page.answer.users)
    goesOn = page.goesOn && page.answer.users.length > 0
  }
  return users
}

import { ControlError } from "../../emulator/client/control-client.ts"
import { type PageChoice, readChoice, writeChoice } from "../../emulator/vite/page-choice.ts"
import type { FollowedWorld } from "./followed-world.ts"

/** Lifetime of a token, so that no move of the clock ends it: a century. */
const TTL_HOURS = 876_000
const UNAUTHORIZED_STATUS = 401

export const currentChoice = (): PageChoice => readChoice(document.cookie)

export function choose(choice: PageChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: a page without TLS has no Cookie Store API
  document.cookie = writeChoice(choice)
}

/** Runs the page's requests as a user of a world from now on. An empty text stands for the user of the page's own token. */
export async function actAs({ name: world, control }: FollowedWorld, user: string): Promise<void> {
  if (user === "") return choose({ world })
  const { token } = await control.issueToken({ user, ttl_hours: TTL_HOURS })
  choose({ world, acting: { user, token } })
}

/** Whether the world accepts the token of the acting user. True if there is none. The request appears in no log. */
async function isTokenValid({ name }: FollowedWorld): Promise<boolean> {
  const { acting } = currentChoice()
  if (acting === undefined) return true
  const headers = { authorization: `Bearer ${acting.token}`, "x-hexarium": "1", "x-hexarium-observe": "1" }
  const { status } = await fetch(`/w/${name}/api/v0/userinfo`, { headers })
  return status !== UNAUTHORIZED_STATUS
}

/** Replaces a token that the world has lost, for example by a reset. Returns the user if the world has lost the user as well. */
export async function renewToken(world: FollowedWorld): Promise<string | undefined> {
  const { acting } = currentChoice()
  if (acting === undefined || (await isTokenValid(world))) return undefined
  try {
    await actAs(world, acting.user)
    return undefined
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    choose({ world: world.name })
    return acting.user
  }
}

/** Ends acting as a user whom the page has logged out. */
export async function followLogout(world: FollowedWorld): Promise<void> {
  if (!(await isTokenValid(world))) choose({ world: world.name })
}

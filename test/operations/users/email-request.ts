import type { People } from "../../sample-worlds/people.ts"

/** Requests a new address for Bob and returns the mail's confirmation ID. */
export const request = async ({ as, world }: People, body: object = {}) => {
  await as("bob").updateUserEmailRequest({ body: { email: "new@acme.test", ...body } })
  return world.mail.list({ kind: "email" }).at(-1)?.links[0]?.confirmationId ?? ""
}

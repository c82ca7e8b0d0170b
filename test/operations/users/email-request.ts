import type { People } from "../../sample-worlds/people.ts"

/** Asks for another address of Bob, and answers the confirmation ID of the mail. */
export const request = async ({ as, world }: People, body: object = {}) => {
  await as("bob").updateUserEmailRequest({ body: { email: "new@acme.test", ...body } })
  return world.mail.list({ kind: "email" }).at(-1)?.links[0]?.confirmationId ?? ""
}

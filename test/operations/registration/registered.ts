import type { People } from "../../sample-worlds/people.ts"

/** Registers a new user and returns the confirmation ID. */
export const requestRegistration = async ({ anybody }: People, body: object = {}) =>
  (await anybody.userRegistration({ body: { email: "new@some.test", ...body } })).body.confirmation_id

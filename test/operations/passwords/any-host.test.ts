import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"

test("ForgotPassword accepts any host, which is the page of the user's application (api.md section 2.1)", async () => {
  const { anybody, world } = await people()
  for (const host of ["https://elsewhere.test", "http://10.0.0.1:8080"]) {
    const { status, body } = await anybody.forgotPassword({ body: { email: "bob@acme.test", host } })
    expect([status, body.valid_email]).toEqual([200, true])
    const id = world.mail.list({ kind: "password" }).at(-1)?.links[0]?.confirmationId ?? ""
    expect(world.view().get("confirmations", id)?.redirectTo).toBe(`${host}/reset_password/${id}`)
  }
})

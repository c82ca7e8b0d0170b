import { describe, expect, test } from "vitest"
import { type People, people } from "../../sample-worlds/people.ts"
import { graphqlClient } from "../graphql-client.ts"

const newest = ({ world }: People, kind: string): string =>
  world
    .view()
    .table("confirmations")
    .toArray()
    .filter((one) => one.kind === kind)
    .at(-1)?.confirmationId ?? ""

describe("login", () => {
  test("returns a token that other roots take", async () => {
    const { world } = await people()
    const { token } = await graphqlClient(world).root("login", {
      loginInput: { email: "ada@acme.test", password: "ada-pass" },
    })
    expect(token).toMatch(/^eyJ/)
    expect(await graphqlClient(world, token).root("userInfo")).toMatchObject({ email: "ada@acme.test" })
  })

  test("ignores a token that the client sends, like `Bearer undefined`", async () => {
    const { world } = await people()
    const loginInput = { email: "ada@acme.test", password: "ada-pass" }
    expect(await graphqlClient(world, "undefined").root("login", { loginInput })).toEqual({ token: expect.any(String) })
  })
})

test("logout ends the session of the token", async () => {
  const { world } = await people()
  const { token } = await graphqlClient(world).root("login", {
    loginInput: { email: "bob@acme.test", password: "bob-pass" },
  })
  const bob = graphqlClient(world, token)
  expect(await bob.root("logout")).toEqual({ success: true, data: null })
  expect(await bob.refused("userInfo")).toMatchObject({ message: "TOKEN_INVALID", extensions: { status: 401 } })
})

test.each([
  ["ada", "true"],
  ["bob", "false"],
])("userInfo says as a string whether %s administers the workspace: %s", async (name, isAdmin) => {
  const { world, wId } = await people()
  const info = await graphqlClient(world, `${name}-token`).root("userInfo")
  expect(info).toMatchObject({
    email: `${name}@acme.test`,
    is_ws_admin: isAdmin,
    current_workspace_id: wId("Acme"),
    profile_pic: expect.any(String),
    user_roles: expect.arrayContaining([expect.objectContaining({ application_id: "CRM" })]),
  })
})

test("userPasswordExpiry follows the policy of the current workspace", async () => {
  const { world } = await people()
  const expiry = (name: string) => graphqlClient(world, `${name}-token`).root("userPasswordExpiry")
  // A password expires after 30 days by default. The fixture sets all passwords at the start.
  await world.clock.advance("720h")
  expect(await expiry("sam")).toEqual({ is_expired: false })
  await world.clock.advance("1s")
  expect(await expiry("sam")).toEqual({ is_expired: true })
  expect(await expiry("ada")).toEqual({ is_expired: false })
})

test("userRegister records the visit like the link in the mail, and userRegisterConfirm completes it", async () => {
  const sample = await people()
  const anybody = graphqlClient(sample.world)
  await sample.anybody.userRegistration({ body: { email: "new@acme.test" } })
  const confirmationId = newest(sample, "registration")
  const { user } = await anybody.root("userRegister", { confirmationId })
  expect(user).toMatchObject({
    confirmation_id: confirmationId,
    email: "new@acme.test",
    isElapsed: false,
    email_confirmed: true,
  })
  const { token } = await anybody.root("userRegisterConfirm", {
    confirmRegisterUserInput: {
      confirmation_id: confirmationId,
      email: "new@acme.test",
      username: "New",
      password: "new-pass",
      workspace: "Newland",
      additional_info: { team: null },
    },
  })
  const { workspaces } = await graphqlClient(sample.world, token).root("workspaces")
  expect(workspaces).toEqual([{ workspace_id: expect.any(String), workspace_name: "Newland" }])
  expect(sample.user("new@acme.test").additionalInfo).toEqual({ team: null })
})

test("userConfirmations shows confirmations of every kind", async () => {
  const sample = await people()
  const anybody = graphqlClient(sample.world)
  await sample.anybody.userRegistration({ body: { email: "new@acme.test" } })
  await sample.as("bob").updateUserEmailRequest({ body: { email: "rob@acme.test", domain: "app.test" } as never })
  for (const [kind, email] of [
    ["registration", "new@acme.test"],
    ["email", "bob@acme.test"],
  ] as const) {
    const confirmationId = newest(sample, kind)
    const { user } = await anybody.root("userConfirmations", { confirmationId })
    expect(user).toMatchObject({ confirmation_id: confirmationId, email })
  }
  const { extensions } = await anybody.refused("userConfirmations", { confirmationId: "nothing" })
  expect(extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("postInviteUsers invites by address and user code, and ignores what else the client sends of a user", async () => {
  const { world } = await people()
  const invited = await graphqlClient(world, "ada-token").root("postInviteUsers", {
    payload: {
      domain: "app.test",
      users: [{ email: "pat@acme.test", status: 7, user_roles: [] }, { email: "nobody@acme.test" }],
    },
  })
  expect(invited).toEqual([
    { email: "pat@acme.test", stats: 200, confirmation_id: null },
    { email: "nobody@acme.test", stats: 400, confirmation_id: null },
  ])
  expect(world.mail.list().at(-1)).toMatchObject({ to: "pat@acme.test", kind: "invitation" })
})

import { describe, expect, test } from "vitest"
import { flat, type People, people, peopleFixture, refusalOf } from "../../sample-worlds/people.ts"

const change = (old_password: string, new_password: string, confirm_password = new_password) => ({
  body: { old_password, new_password, confirm_password },
})

describe("SetPassword (api.md section 2.4)", () => {
  test("keeps the token in use and ends the others, fixed ones too", async () => {
    const { anybody, as, withToken } = await people()
    const logIn = (password: string) => anybody.login({ body: { email: "bob@acme.test", password } })
    const [first, second] = [(await logIn("bob-pass")).body.token, (await logIn("bob-pass")).body.token]
    expect(await withToken(first).setPassword(change("bob-pass", "next"))).toMatchObject({
      status: 200,
      body: { error: null },
    })
    expect((await withToken(first).getUserInfo()).status).toBe(200)
    expect((await withToken(second).getUserInfo()).status).toBe(401)
    expect((await as("bob").getUserInfo()).status).toBe(401)
    expect((await logIn("bob-pass")).status).toBe(401)
    expect((await logIn("next")).status).toBe(200)
  })

  test.each([
    ["a wrong old password", change("wrong", "next"), "INVALID_PARAMS", "old password is incorrect"],
    ["a confirmation that differs", change("bob-pass", "next", "other"), "INVALID_PARAMS", undefined],
    ["an empty password", change("bob-pass", ""), "INVALID_VALUE", undefined],
    ["no new password", { body: { old_password: "bob-pass", confirm_password: "x" } }, "INVALID_PARAMS", undefined],
  ])("refuses %s", async (_, request, code, error) => {
    const { as, world } = await people()
    expect(await refusalOf(world, () => as("bob").setPassword(request))).toEqual([400, flat(code, error)])
  })

  test("refuses without a token", async () => {
    const { anybody, world } = await people()
    expect((await refusalOf(world, () => anybody.setPassword(change("a", "b"))))[0]).toBe(401)
  })
})

describe("the password policy (model.md section 14)", () => {
  type Policy = NonNullable<(typeof peopleFixture.workspaces)[number]["password_policy"]>
  const withPolicy = (policy: Policy): Promise<People> =>
    people(
      {},
      {
        ...peopleFixture,
        workspaces: peopleFixture.workspaces.map((workspace) =>
          workspace.name === "Acme" ? { ...workspace, password_policy: policy } : workspace,
        ),
      },
    )
  const outcome = async ({ as }: People, password: string, old = "bob-pass") =>
    (await as("bob").setPassword(change(old, password))).status

  const cases: [Policy, string, number][] = [
    [{ min_length: 30 }, "x", 200],
    [{ use_min_length: true }, "12345", 400],
    [{ use_min_length: true }, "123456", 200],
    [{ use_min_length: true, min_length: 2 }, "😀", 400],
    [{ use_min_length: true, min_length: 2 }, "😀😀", 200],
    [{ use_pattern_check: true }, "with space", 400],
    [{ use_pattern_check: true }, "without", 200],
    [{ pattern_check_type: 2 }, "any thing", 200],
    [{ use_pattern_check: true, pattern_check_type: 1 }, "letters", 400],
    [{ use_pattern_check: true, pattern_check_type: 1 }, "123", 400],
    [{ use_pattern_check: true, pattern_check_type: 1 }, "letters1", 200],
    [{ use_pattern_check: true, pattern_check_type: 2 }, "letters1", 400],
    [{ use_pattern_check: true, pattern_check_type: 2 }, "1-2-3", 400],
    [{ use_pattern_check: true, pattern_check_type: 2 }, "letters1@", 400],
    ...[..."!#$%-_=+<>"].map((symbol): [Policy, string, number] => [
      { use_pattern_check: true, pattern_check_type: 2 },
      `a1${symbol}`,
      200,
    ]),
    [{ same_limit: 2 }, "bob-pass", 200],
    [{ use_same_limit: true }, "bob-pass", 400],
    [{ use_same_limit: true, same_limit: 0 }, "bob-pass", 200],
  ]
  test.each(cases)("%j: %s is answered with %i", async (policy, password, status) => {
    expect(await outcome(await withPolicy(policy), password)).toBe(status)
  })

  test("the last N passwords, the current one included, can't be used again", async () => {
    const scene = await withPolicy({ use_same_limit: true, same_limit: 3 })
    expect(await outcome(scene, "two", "bob-pass")).toBe(200)
    expect(await outcome(scene, "three", "two")).toBe(200)
    for (const again of ["bob-pass", "two", "three"]) expect(await outcome(scene, again, "three")).toBe(400)
    expect(await outcome(scene, "four", "three")).toBe(200)
    expect(await outcome(scene, "bob-pass", "four")).toBe(200)
  })

  test("the policy of the workspace the user works in counts", async () => {
    const scene = await withPolicy({ use_min_length: true, min_length: 100 })
    const erin = scene.as("erin")
    expect(await refusalOf(scene.world, () => erin.setPassword(change("erin-pass", "short")))).toEqual([
      400,
      flat("INVALID_VALUE"),
    ])
    await erin.selectWorkspace({ params: { "workspace-id": scene.wId("Globex") } })
    expect((await erin.setPassword(change("erin-pass", "short"))).status).toBe(200)
  })

  test("lockout by the world's clock", async () => {
    const { anybody, world } = await people()
    const logIn = async (password: string) =>
      (await anybody.login({ body: { email: "sid@strict.test", password } })).status
    for (const _ of [1, 2]) expect(await logIn("wrong")).toBe(401)
    expect(await logIn("Sid-pass-1")).toBe(200)
    for (const _ of [1, 2, 3]) expect(await logIn("wrong")).toBe(401)
    expect(await logIn("Sid-pass-1")).toBe(403)
    await world.clock.move({ advance: 10 * 60_000 - 1 })
    expect(await logIn("Sid-pass-1")).toBe(403)
    await world.clock.move({ advance: 1 })
    expect(await logIn("Sid-pass-1")).toBe(200)
  })

  test("a lock ends only by a reset without use_lockout_time", async () => {
    const { anybody, world } = await withPolicy({ use_lockout_count: true, lockout_count: 1 })
    const logIn = async (password: string) =>
      (await anybody.login({ body: { email: "bob@acme.test", password } })).status
    expect(await logIn("wrong")).toBe(401)
    await world.clock.move({ advance: "52w" })
    expect(await logIn("bob-pass")).toBe(403)
    await anybody.forgotPassword({ body: { email: "bob@acme.test" } })
    const id = world.mail.list().at(-1)?.links[0]?.confirmationId
    await anybody.setNewPassword({ body: { id, new_password: "fresh", confirm_password: "fresh" } })
    expect(await logIn("fresh")).toBe(200)
  })
})

import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"

const update = ({ as, gId }: People, members: unknown, name = "ada", group = "ACME") =>
  as(name).updateUsersInGroupByAdmin({ params: { "parent-group-id": gId(group) }, body: { members } as object })

const finding = (description: string, reference_id: string) => ({
  description,
  error_code: "INVALID_PARAMS",
  error_level: "ERROR",
  reference_id,
})

describe("UpdateUsersInGroupByAdmin (api.md section 5.4)", () => {
  test("changes names, codes and addresses without mails; absent values stay", async () => {
    const scene = await people()
    const { uId, world, anybody } = scene
    const answer = await update(scene, [
      { user_id: uId("carol@acme.test"), values: { user_name: "Caro", user_code: "C-1", email: "Caro@acme.test" } },
      { user_id: uId("bob@acme.test", "B-1"), values: { user_code: "" } },
      { user_id: uId("pat@acme.test"), values: {} },
      { user_id: uId("dave@acme.test") },
    ])
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({ has_error: false, result: { users: 4, processed: 4 } })
    expect(scene.user("caro@acme.test", "C-1").username).toBe("Caro")
    expect(scene.user("bob@acme.test")).toMatchObject({ username: "Bob", userCode: "" })
    expect(world.mail.list()).toEqual([])
    expect((await anybody.login({ body: { email: "caro@acme.test", password: "carol-pass" } })).status).toBe(200)
  })

  test("a group admin may, for their group and those below", async () => {
    const scene = await people()
    const carol = { user_id: scene.uId("carol@acme.test"), values: { user_name: "C" } }
    for (const group of ["SALES", "TOKYO"]) {
      expect((await update(scene, [carol], "dave", group)).status).toBe(200)
    }
    expect((await update(scene, [carol], "dave", "ACME")).status).toBe(403)
  })

  test("a value that exists is reported, the others are stored", async () => {
    const scene = await people()
    const { uId } = scene
    const [carol, dave, pat] = [uId("carol@acme.test"), uId("dave@acme.test"), uId("pat@acme.test")]
    const answer = await update(scene, [
      { user_id: carol, values: { user_name: "One", email: "ADA@acme.test" } },
      { user_id: dave, values: { user_name: "Two", user_code: "B-1" } },
      { user_id: pat, values: { user_name: "Three", user_code: "P-1" } },
    ])
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        has_error: true,
        errors: [
          finding("Email already exists", `u_id: ${carol}, user_code: , email: ADA@acme.test`),
          finding("User code already exists", `u_id: ${dave}, user_code: B-1, email: dave@acme.test`),
        ],
        result: { users: 3, processed: 1 },
      },
    ])
    expect(scene.user("carol@acme.test").username).toBe("Carol")
    expect(scene.user("dave@acme.test").username).toBe("Dave")
    expect(scene.user("pat@acme.test", "P-1").username).toBe("Three")
  })

  test("a duplicate inside one request fails the later one; a code given up is free for it", async () => {
    const scene = await people()
    const { uId } = scene
    const answer = await update(scene, [
      { user_id: uId("carol@acme.test"), values: { email: "same@acme.test" } },
      { user_id: uId("dave@acme.test"), values: { email: "Same@acme.test" } },
      { user_id: uId("bob@acme.test", "B-1"), values: { user_code: "B-2" } },
      { user_id: uId("pat@acme.test"), values: { user_code: "B-1" } },
    ])
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ description: "Email already exists" }], result: { processed: 3 } })
    expect(scene.user("same@acme.test").username).toBe("Carol")
    expect(scene.user("pat@acme.test", "B-1").username).toBe("Pat")
  })

  test("the same address with another code is free", async () => {
    const scene = await people()
    const member = { user_id: scene.uId("carol@acme.test"), values: { email: "ada@acme.test", user_code: "C-9" } }
    expect((await update(scene, [member])).status).toBe(200)
  })

  test("a code that a user of another workspace has is free, except for who is in that one too", async () => {
    const scene = await people()
    const code = (email: string) => [{ user_id: scene.uId(email), values: { user_code: "O-1" } }]
    expect((await update(scene, code("carol@acme.test"))).status).toBe(200)
    expect((await update(scene, code("erin@both.test"))).status).toBe(400)
  })

  const bad: [string, object | ((scene: People) => object), string][] = [
    ["no user_id", { values: { user_name: "X" } }, "u_id: , user_code: , email: "],
    ["an empty user_id", { user_id: "", values: {} }, "u_id: , user_code: , email: "],
    ["an unknown user", { user_id: "f".repeat(24), values: {} }, `u_id: ${"f".repeat(24)}, user_code: , email: `],
    [
      "a user of another workspace, about whom nothing is told",
      ({ uId }) => ({ user_id: uId("olga@globex.test", "O-1"), values: {} }),
      "user_code: , email: ",
    ],
    ["an empty name", ({ uId }) => ({ user_id: uId("carol@acme.test"), values: { user_name: "" } }), "carol@acme.test"],
    ["an empty address", ({ uId }) => ({ user_id: uId("carol@acme.test"), values: { email: "" } }), "email: "],
    ["a bad address", ({ uId }) => ({ user_id: uId("carol@acme.test"), values: { email: "a b" } }), "email: a b"],
    [
      "a name with a line break",
      ({ uId }) => ({ user_id: uId("carol@acme.test"), values: { user_name: "a\nb" } }),
      "carol@acme.test",
    ],
  ]
  test.each(bad)("%s is one element; the others are processed", async (_, member, reference) => {
    const scene = await people()
    const one = typeof member === "function" ? member(scene) : member
    const good = { user_id: scene.uId("pat@acme.test"), values: { user_name: "Patricia" } }
    const answer = await update(scene, [one, good])
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        has_error: true,
        errors: [
          { ...finding("", ""), description: expect.any(String), reference_id: expect.stringContaining(reference) },
        ],
        result: { users: 2, processed: 1 },
      },
    ])
    expect(scene.user("pat@acme.test").username).toBe("Patricia")
    expect(scene.user("carol@acme.test").username).toBe("Carol")
  })

  test("a member of the workspace who is not below the group is none of its members", async () => {
    const scene = await people()
    const member = { user_id: scene.uId("pat@acme.test"), values: { user_name: "X" } }
    const request = () => update(scene, [member], "ada", "SALES")
    expect(await refusalOf(scene.world, request)).toEqual([
      400,
      expect.objectContaining({ result: { users: 1, processed: 0 } }),
    ])
  })

  test.each([
    ["absent", undefined],
    ["null", null],
    ["empty", []],
    ["101", Array(101).fill({})],
    ["no list", {}],
    ["a list of texts", ["x"]],
    ["a value of another type", [{ user_id: "x", values: { user_name: 5 } }]],
  ])("members %s: nothing is processed", async (_, members) => {
    const scene = await people()
    expect(await refusalOf(scene.world, () => update(scene, members))).toEqual([
      400,
      {
        has_error: true,
        errors: [expect.objectContaining({ error_code: "INVALID_PARAMS", error_level: "ERROR" })],
        result: null,
      },
    ])
  })

  test("100 members are not too many", async () => {
    const scene = await people()
    const members = Array(100).fill({ user_id: scene.uId("pat@acme.test"), values: { user_name: "P" } })
    expect((await update(scene, members)).body).toEqual({ has_error: false, result: { users: 100, processed: 100 } })
  })

  test("the group first, then the right, then the parameters", async () => {
    const scene = await people()
    const { as, world } = scene
    const ask = (name: string, group: string) => () =>
      as(name).updateUsersInGroupByAdmin({ params: { "parent-group-id": group }, body: {} })
    expect(await refusalOf(world, ask("bob", "NOPE"))).toEqual([404, flat("NOT_FOUND")])
    expect(await refusalOf(world, ask("ada", "GLOBEX"))).toEqual([404, flat("NOT_FOUND")])
    for (const name of ["bob", "carol"]) {
      expect(await refusalOf(world, ask(name, "ACME"))).toEqual([
        403,
        {
          description: "permission denied",
          error: "no privileges to update users in the group",
          error_code: "NO_PRIVILEGES",
        },
      ])
    }
    expect(await refusalOf(world, ask("dave", "SUPPORT"))).toMatchObject([403, {}])
    expect((await refusalOf(world, () => update({ ...scene, as: () => scene.anybody }, [])))[0]).toBe(401)
  })
})

describe("UpdateUsersInGroupByAdmin when the store fails (api.md section 5.4, control.md section 3)", () => {
  const members = ({ uId }: People) => [
    { user_id: uId("carol@acme.test"), values: { user_name: "One" } },
    { user_id: "f".repeat(24), values: {} },
    { user_id: uId("dave@acme.test"), values: { user_name: "Two" } },
    { user_id: uId("pat@acme.test"), values: { user_name: "Three", user_code: "P-1" } },
    { user_id: uId("ada@acme.test"), values: { user_name: "Ada" } },
  ]
  const body = (pat: string) => ({
    has_error: true,
    errors: [
      {
        description: expect.stringMatching(/^error in SaveUpdateUserProfile /),
        error_code: "SYSTEM_ERROR",
        error_level: "ERROR",
        reference_id: expect.stringMatching(
          new RegExp(`^failed to update user.*user_id: ${pat}, user_code: P-1, email: pat@acme.test$`),
        ),
      },
    ],
    result: { users: 0, processed: 2 },
  })

  test("rolled back: nothing is changed", async () => {
    const scene = await people()
    const pat = scene.uId("pat@acme.test")
    scene.world.storeFailures.plan("UpdateUsersInGroupByAdmin", "rolled_back")
    expect(await refusalOf(scene.world, () => update(scene, members(scene)))).toEqual([500, body(pat)])
    expect((await update(scene, members(scene))).body).toMatchObject({ result: { users: 5, processed: 4 } })
  })

  test("rollback failed: the members before the last changed one keep their new values", async () => {
    const scene = await people()
    const pat = scene.uId("pat@acme.test")
    scene.world.storeFailures.plan("UpdateUsersInGroupByAdmin", "rollback_failed")
    const answer = await update(scene, members(scene))
    expect([answer.status, answer.body]).toEqual([500, body(pat)])
    expect(JSON.stringify(answer.body)).toContain("may differ")
    expect(["carol@acme.test", "dave@acme.test", "pat@acme.test"].map((email) => scene.user(email).username)).toEqual([
      "One",
      "Two",
      "Pat",
    ])
  })

  test("stores nothing and does not fail if no member is good", async () => {
    const scene = await people()
    scene.world.storeFailures.plan("UpdateUsersInGroupByAdmin", "rollback_failed")
    expect((await update(scene, [{}])).status).toBe(400)
  })

  test("any other operation is rolled back and answers SYSTEM_ERROR", async () => {
    for (const failure of ["rolled_back", "rollback_failed"] as const) {
      const scene = await people()
      const takeBack = scene.world.storeFailures.plan("AddUser", failure)
      const add = () => scene.as("ada").addUser({ body: { email: "n@n.test", g_id: "ACME", confirm_email_ack: true } })
      expect(await refusalOf(scene.world, add)).toEqual([500, flat("SYSTEM_ERROR")])
      takeBack()
      expect((await add()).status).toBe(200)
    }
  })
})

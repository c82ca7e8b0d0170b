import { describe, expect, test } from "vitest"
import { flat, type People, people, refusalOf } from "../../sample-worlds/people.ts"

const HEADER = "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete"

const upload = ({ as, wId }: People, csv: string | Uint8Array<ArrayBuffer>, name = "ada", more: object = {}) =>
  as(name).userImport({
    form: {
      current_workspace_id: wId("Acme"),
      filename: "users.csv",
      file: new File([csv], "users.csv", { type: "text/csv" }),
      ...more,
    },
  })

const rolesAndGroupsOf = async ({ world }: People, email: string) => {
  const { userRoles, userGroups } = await world.raw.as(email).getUserInfo()
  return {
    roles: userRoles.map(({ role, application }) => `${application.displayId}:${role.displayId}`),
    groups: userGroups.map((group) => group.displayId),
  }
}

describe("UserImport (api.md section 12)", () => {
  test("new users with groups, roles and passwords; no mail", async () => {
    const scene = await people()
    const csv = [
      HEADER,
      "Ina@acme.test,Ina,ina-pass,TOKYO;SUPPORT,CRM:ADMIN;CLERK,",
      "ivo@acme.test,,,,,false",
      'ida@acme.test,"Ida, ""the"" first",,OSAKA,,0',
    ].join("\r\n")
    expect(await upload(scene, csv)).toMatchObject({ status: 200, body: { error: null } })
    expect(await rolesAndGroupsOf(scene, "ina@acme.test")).toEqual({
      roles: ["CRM:ADMIN", "CRM:MEMBER", "CRM:SELLER", "SHOP:CLERK"],
      groups: ["TOKYO", "SUPPORT"],
    })
    expect(await rolesAndGroupsOf(scene, "ivo@acme.test")).toEqual({ roles: ["CRM:MEMBER"], groups: ["ACME"] })
    expect(scene.user("ida@acme.test")).toMatchObject({ username: 'Ida, "the" first', passwordHash: null })
    expect(scene.user("ivo@acme.test")).toMatchObject({ username: "ivo", confirmed: false })
    const logIn = await scene.anybody.login({ body: { email: "ina@acme.test", password: "ina-pass" } })
    expect(logIn.status).toBe(200)
    expect(scene.world.mail.list()).toEqual([])
  })

  test("a known user keeps name and password, gets groups and roles, once", async () => {
    const scene = await people()
    const csv = `${HEADER}\ncarol@acme.test,Other,other,TOKYO;OSAKA,SELLER;CRM:SELLER,\n`
    await upload(scene, csv)
    await upload(scene, csv)
    expect(scene.user("carol@acme.test")).toMatchObject({ username: "Carol", roles: [expect.any(String)] })
    expect(await rolesAndGroupsOf(scene, "carol@acme.test")).toEqual({
      roles: ["CRM:MEMBER", "CRM:SELLER"],
      groups: ["TOKYO", "OSAKA"],
    })
    const login = (password: string) => scene.anybody.login({ body: { email: "carol@acme.test", password } })
    expect([(await login("other")).status, (await login("carol-pass")).status]).toEqual([401, 200])
  })

  test.each([
    ["a byte order mark", `\ufeff${HEADER}\r\nnew@acme.test,,,,,`],
    ["another order, missing columns, blanks", " UserName , Email \n Neu , new@acme.test "],
    ["blank lines", `${HEADER}\n\n   \nnew@acme.test,,,,,\n,,,,,\n\n`],
    ["a header alone", HEADER],
  ])("takes %s", async (_, csv) => {
    expect((await upload(await people(), csv)).status).toBe(200)
  })

  test("IsDelete takes out of the groups named, or of all", async () => {
    const scene = await people()
    await upload(scene, `${HEADER}\nbob@acme.test,,,SUPPORT,,TRUE`)
    expect((await rolesAndGroupsOf(scene, "bob@acme.test#B-1")).groups).toEqual(["ACME"])
    await upload(scene, "IsDelete,Email\n1,pat@acme.test\ntrue,Erin@both.test")
    expect(scene.user("pat@acme.test")).toMatchObject({ memberships: [], currentWId: null })
    expect(scene.user("erin@both.test").currentWId).toBe(scene.wId("Globex"))
  })

  const bad: [string, string, number][] = [
    ["a bad address", "not an address,,,,,", 3],
    ["no address", ",Somebody,,,,", 3],
    ["an unknown group", "new@acme.test,,,NOPE,,", 3],
    ["a group of another workspace", "new@acme.test,,,GLOBEX,,", 3],
    ["an unknown role", "new@acme.test,,,,NOPE,", 3],
    ["a role of another workspace", "new@acme.test,,,,HR:ADMIN,", 3],
    ["a role that is not in the application", "new@acme.test,,,,CRM:CLERK,", 3],
    ["a flag that is none", "new@acme.test,,,,,maybe", 3],
    ["an unknown user to remove", "new@acme.test,,,,,1", 3],
    ["a user of another workspace to remove", "olga@globex.test,,,,,1", 3],
    ["a group that they are not in", "carol@acme.test,,,SUPPORT,,1", 3],
    ["too many cells", "new@acme.test,,,,,,more", 3],
    ["a name with a line break", '"new@acme.test","a\nb",,,,', 3],
    ["a quote that does not end", 'new@acme.test,"a,,,,', 3],
    ["something after it", "two@acme.test,,,,,\n\nnot an address,,,,,", 5],
  ]
  test.each(bad)("nothing is applied for %s", async (_, line, at) => {
    const scene = await people()
    const csv = `${HEADER}\none@acme.test,,,SUPPORT,CLERK,\n${line}`
    expect(await refusalOf(scene.world, () => upload(scene, csv))).toEqual([
      400,
      { error: expect.stringMatching(new RegExp(`^line ${at}: .`)) },
    ])
  })

  test("the line is where the row begins, also after cells of several lines", async () => {
    const scene = await people()
    const csv = 'Email,Password\r\none@acme.test,"a\r\nb\r\nc"\r\nnot an address,\r\n'
    expect((await refusalOf(scene.world, () => upload(scene, csv)))[1]).toEqual({
      error: expect.stringMatching(/^line 5: /),
    })
  })

  test("the policy and the limit of the workspace count", async () => {
    const scene = await people()
    const { as, world, wId } = scene
    const file = (csv: string) => new File([csv], "u.csv")
    const form = (workspace: string, csv: string) => ({
      current_workspace_id: wId(workspace),
      filename: "u.csv",
      file: file(csv),
    })
    const weak = () => as("sam").userImport({ form: form("Strict", "Email,Password\nnew@strict.test,weak") })
    expect(await refusalOf(world, weak)).toEqual([400, { error: expect.stringMatching(/^line 2: /) }])
    const many = () => as("olga").userImport({ form: form("Globex", "Email\na@globex.test\nb@globex.test") })
    expect(await refusalOf(world, many)).toEqual([400, { error: expect.stringMatching(/^line 3: .*limit/) }])
  })

  test.each([
    ["an unknown column", "Email,Nickname\n", "INVALID_PARAMS"],
    ["a column twice", "Email,Email\n", "INVALID_PARAMS"],
    ["no address column", "UserName\nX\n", "INVALID_PARAMS"],
    ["an empty file", "", "INVALID_PARAMS"],
    ["bytes that are no UTF-8", new Uint8Array([0x45, 0xff, 0xfe]), "INVALID_PARAMS"],
  ])("refuses %s", async (_, csv, code) => {
    const scene = await people()
    expect(await refusalOf(scene.world, () => upload(scene, csv))).toEqual([400, flat(code)])
  })

  test("another workspace than the current one, no file, nobody's right", async () => {
    const scene = await people()
    const { world, wId } = scene
    const elsewhere = () => upload(scene, `${HEADER}\n`, "ada", { current_workspace_id: wId("Globex") })
    expect(await refusalOf(world, elsewhere)).toEqual([400, flat("INVALID_PARAMS")])
    const form = { current_workspace_id: wId("Acme"), filename: "x" }
    expect(await refusalOf(world, () => scene.as("ada").userImport({ form }))).toEqual([400, flat("INVALID_PARAMS")])
    expect(await refusalOf(world, () => upload(scene, "x", "dave"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, () => scene.anybody.userImport({ form })))[0]).toBe(401)
  })
})

import { beforeAll, describe, expect, test } from "vitest"
import {
  type Any,
  createClient,
  FileObject,
  HexabaseClient,
  HexabaseSQL,
  type SdkWorld,
  User,
  Workspace,
} from "./sdk.ts"
import { PLACES } from "./worlds.ts"

/** Under Node, the SDK uploads blobs, but no files. */
const text = (content: string) => new Blob([content], { type: "text/plain" })

/** The roots of the documents that the SDK's methods send. */
const ROOTS = [
  ...["login", "logout", "userInfo", "userPasswordExpiry", "userRegister", "userConfirmations", "postInviteUsers"],
  ...[
    "workspaces",
    "workspace",
    "setCurrentWorkSpace",
    "createWorkspace",
    "archiveWorkspace",
    "workspacePasswordPolicy",
  ],
  ...["workspaceFunctionality", "workspaceUsage", "getGroupTree", "workspaceGetGroupChildren", "getUsersInGroup"],
  ...["addGroupTree", "deleteGroup", "addUserInGroup", "removeUserFromGroup", "getApplications", "getTemplates"],
  ...["getApplicationAndDataStore", "applicationCreateProject", "getInfoProject", "updateProjectName", "deleteProject"],
  ...["getProjectRolesAndMember", "datastores", "datastoreSetting", "datastoreGetFields", "datastoreGetFieldSettings"],
  ...["datastoreGetActions", "datastoreGetStatuses", "datastoreGetFieldAutoNumber", "createDatastoreFromTemplate"],
  ...["validateDatastoreDisplayID", "updateDatastoreSetting", "deleteDatastore", "datastoreGetDatastoreItems"],
  ...[
    "itemWithSearch",
    "datastoreCreateItemID",
    "datastoreCreateNewItem",
    "datastoreUpdateItem",
    "datastoreDeleteItem",
  ],
  ...[
    "datastoreExecuteItemAction",
    "datastoreDeleteDatastoreItems",
    "getDatastoreItemDetails",
    "datastoreGetLinkedItems",
  ],
  ...["addItemLink", "deleteItemLink", "getHistories", "postNewItemHistory", "postUpdateItemHistory"],
  ...["archiveItemHistory", "deleteStorage", "getReports", "reportData"],
]

/** An application works through the SDK from its login to the end of its project. Each test continues where the one before ended. */
describe.each(PLACES)("in $title", ({ create, admin, colleague, workspace, project, group, functionOf }) => {
  let world: SdkWorld
  let client: Any
  let made: Any
  let deals: Any
  let customers: Any
  let item: Any

  beforeAll(async () => {
    world = await create()
    client = await world.logIn(admin)
  })

  describe("sessions and users", () => {
    test("a login has the user and the workspace", () => {
      expect(client.tokenHxb).toMatch(/^\S+$/)
      expect(client.currentWorkspace).toMatchObject({ name: workspace })
      expect(client.currentUser).toMatchObject({ email: admin.email, isWorkspaceAdmin: "true" })
    })

    test("a wrong password is refused with the text that applications show", async () => {
      const wrong = world.client().login({ email: admin.email, password: "wrong" })
      const [error] = (await wrong.catch((thrown: Any) => thrown)).response.errors
      expect(error).toMatchObject({ message: "email or password is incorrect", extensions: { code: "INVALID_PARAMS" } })
    })

    test("a token logs in, persists, and ends with the logout", async () => {
      const storage = new Map<string, string>()
      const persistence = {
        setItem: (key: string, value: string) => void storage.set(key, value),
        getItem: (key: string) => storage.get(key),
        removeItem: (key: string) => void storage.delete(key),
      }
      const other = world.client()
      await other.setPersistence(persistence)
      await other.login(admin)
      const [token] = [...storage.values()]
      const again = world.client()
      await again.login({ token })
      expect(again.currentUser.email).toBe(admin.email)
      expect(await again.currentUser.passwordExpired()).toBe(false)
      await again.logout()
      const late = world.client()
      const [error] = (await late.setToken(token).catch((thrown: Any) => thrown)).response.errors
      expect(error.message).toBe("TOKEN_INVALID")
      await client.setToken(client.tokenHxb)
    })

    test("a user registers", async () => {
      const registration = await fetch(`${world.url}/api/v0/users/registration`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "new@guest.example" }),
      })
      const { confirmation_id: confirmationId } = (await registration.json()) as Any
      expect(await User.confirm(confirmationId)).toMatchObject({ email: "new@guest.example" })
      expect(await User.register(confirmationId)).toMatchObject({ email: "new@guest.example" })
      const token = await User.registerConfirm({
        confirmation_id: confirmationId,
        email: "new@guest.example",
        username: "New",
        password: "new-guest-pass",
        workspace: "Guests",
      })
      const guest = world.client()
      await guest.login({ token })
      expect(guest.currentUser.email).toBe("new@guest.example")
      await client.setToken(client.tokenHxb)
    })

    test("users of the workspace are invited by mail", async () => {
      const domain = "http://app.example"
      const sent = { email: colleague.email, stats: 200 }
      expect(await client.invite([colleague.email], { domain })).toEqual([sent])
      // The SDK sends the workspace's ID, which only users of a single workspace have.
      const ofWorkspace = await client.currentWorkspace.invite([colleague.email], { domain })
      expect(ofWorkspace).toEqual([{ email: colleague.email, stats: 400 }])
      const answer = await client.currentUser.invite({ users: [{ email: colleague.email }], domain })
      expect(answer).toEqual({ postInviteUsers: [sent], error: undefined })
      expect((await world.control("GET", `/mails?to=${colleague.email}`)).mails).toHaveLength(2)
    })
  })

  describe("workspaces and groups", () => {
    test("a workspace is found by name and by ID", async () => {
      const all = await client.workspaces()
      expect(all.map((one: Any) => one.name)).toContain(workspace)
      const found = await client.workspace(workspace)
      await client.setWorkspace(found.id)
      expect((await client.workspacesWithCurrent()).workspace.id).toBe(found.id)
      expect((await Workspace.get(found.id)).id).toBe(found.id)
      await found.fetch()
      expect(found.languages.find((one: Any) => one.default).langCd).toBe("en")
    })

    test("a workspace describes its policy, functions and usage", async () => {
      const here = client.currentWorkspace
      expect((await here.passwordPolicy()).minLength).toEqual(expect.any(Number))
      expect((await here.functionality()).wsFunctions.useGlobalSearch).toEqual(expect.any(Boolean))
      expect((await here.usage()).items).toEqual(expect.any(Number))
    })

    test("groups are listed, made, filled and deleted", async () => {
      const here = client.currentWorkspace
      const [top] = await here.groups()
      expect((await here.group(top.name)).id).toBe(top.id)
      expect((await top.groups()).map((one: Any) => one.name)).toContain(group)
      const known = await top.group(group)
      expect(await known.users()).toEqual(expect.any(Array))
      const child = await top.group()
      child.sets({ name: "Testers", display_id: "TESTERS" })
      expect(await child.save()).toBe(true)
      expect((await child.users()).map((user: Any) => user.email)).toEqual([admin.email])
      await child.add(new User({ email: colleague.email }))
      expect((await child.users()).map((user: Any) => user.email)).toContain(colleague.email)
      expect(await child.remove((await child.users()).find((user: Any) => user.email === colleague.email))).toBe(true)
      expect(await child.addByEmail(colleague.email)).toMatchObject({ user_profile: { email: colleague.email } })
      child._users = []
      expect(await child.delete()).toBe(true)
      expect((await (await Workspace.get(here.id)).groups())[0]._children.map((one: Any) => one.name)).not.toContain(
        "Testers",
      )
    })

    test("a new workspace is made and archived", async () => {
      const fresh = new Workspace({ name: "Fresh" })
      expect(await fresh.save()).toBe(true)
      expect((await Workspace.all()).map((one: Any) => one.name)).toContain("Fresh")
      expect(await fresh.archive()).toBe(true)
      expect((await Workspace.all()).map((one: Any) => one.name)).not.toContain("Fresh")
      expect(client.currentWorkspace.name).toBe(workspace)
    })
  })

  describe("projects", () => {
    test("projects, templates, roles and reports are listed", async () => {
      const found = await client.currentWorkspace.project(project)
      expect(found.displayId).toBe(project)
      const { projects, datastores } = await client.currentWorkspace.projectsAndDatastores()
      expect(projects.length).toBeGreaterThan(0)
      expect(datastores.length).toBeGreaterThan(0)
      const [category] = await client.currentWorkspace.projectTemplates()
      expect(category.templates[0].name).toEqual(expect.any(String))
      const roles = await found.roles()
      expect(roles[0]).toMatchObject({ name: "ADMIN" in roles ? "" : expect.any(String), members: expect.any(Array) })
      const [report] = await found.reports()
      expect(report.title).toEqual(expect.any(String))
      expect((await report.data()).length).toBeGreaterThan(0)
    })

    test("a stored function runs", async () => {
      const found = await client.currentWorkspace.project(project)
      const result = await found.execute(functionOf.id, functionOf.params)
      expect(JSON.stringify(result)).toContain(functionOf.result)
    })

    test("a project is made and renamed", async () => {
      made = await client.currentWorkspace.project()
      made.sets({ name: { en: "Made", ja: "作" } })
      expect(await made.save()).toBe(true)
      made.sets({ name: { en: "Remade", ja: "改" }, display_id: "REMADE", theme: "blue" })
      expect(await made.save()).toBe(true)
      client.currentWorkspace._projects = []
      made = await client.currentWorkspace.project("REMADE")
      expect(made).toMatchObject({ name: "Remade", theme: "blue" })
    })
  })

  describe("datastores and fields", () => {
    const newDatastore = async (id: string): Promise<Any> => {
      const datastore = await made.datastore()
      expect(await datastore.save()).toBe(true)
      datastore.sets({ display_id: id, name: { en: id, ja: id } })
      expect(await datastore.save()).toBe(true)
      return datastore
    }

    test("datastores are made and named", async () => {
      customers = await newDatastore("Customers")
      deals = await newDatastore("Deals")
      expect(await deals.validateDisplayId("Customers")).toBe(true)
      expect(await deals.validateDisplayId("Unused")).toBe(false)
      made._datastores = []
      deals = await made.datastore("Deals")
      customers = await made.datastore("Customers")
      expect((await deals.fields()).map((field: Any) => field.dataType).sort()).toEqual(["status", "text"])
      expect((await deals.statuses()).map((status: Any) => status.displayId)).toEqual(["New", "InProgress", "Done"])
      expect((await deals.actions()).map((action: Any) => action.displayId)).toContain("CreateItem")
      expect((await deals.action("new")).displayId).toBe("CreateItem")
    })

    test.each(["textarea", "number", "select", "radio", "checkbox", "datetime", "users", "file", "autonum"])(
      "a field of type %s is made",
      async (dataType) => {
        const field = await deals.field()
        field.sets({ dataType, displayId: `F_${dataType}`, name: { en: dataType, ja: dataType } })
        field.sets({ search: true, show_list: true, as_title: false, full_text: false, unique: false })
        field.sets({ hideOnInput: false, hide_from_api: false, has_index: false })
        expect(await field.save()).toBe(true)
        expect(field.id).toMatch(/^[0-9a-f]{24}$/)
      },
    )

    test("fields are changed and deleted", async () => {
      await deals.fields(true)
      const field = await deals.field("F_textarea")
      field.sets({ name: { en: "Notes", ja: "備考" }, search: false })
      expect(await field.save()).toBe(true)
      expect((await field.constructor.get(deals, field.id)).name).toMatchObject({ en: "Notes", ja: "備考" })
      const surplus = await deals.field()
      surplus.sets({ dataType: "text", displayId: "Surplus", name: { en: "Surplus", ja: "余" } })
      await surplus.save()
      expect(await surplus.delete()).toBe(true)
      expect((await deals.fields(true)).map((one: Any) => one.displayId)).not.toContain("Surplus")
    })

    test("options are made, changed and deleted", async () => {
      for (const type of ["select", "radio", "checkbox"]) {
        const field = await deals.field(`F_${type}`)
        for (const id of ["a", "b", "c"]) {
          const option = field.option()
          option.sets({ displayId: id, value: { en: `${type} ${id}`, ja: `選択 ${id}` }, enabled: true })
          expect(await option.save()).toBe(true)
        }
        const [, , last] = await field.options(true)
        last.sets({ value: { en: "last", ja: "末" } })
        expect(await last.save()).toBe(true)
        expect((await field.options(true)).map((one: Any) => one.value.en)).toEqual([`${type} a`, `${type} b`, "last"])
        expect(await last.delete()).toBe(true)
        expect(await field.options(true)).toHaveLength(2)
      }
    })

    test("an auto number is drawn", async () => {
      const field = await deals.field("F_autonum")
      expect(await deals.autoNumber(field.id)).toBe(1)
      expect(await deals.autoNumber(field.id)).toBe(2)
    })
  })

  describe("items", () => {
    test("an item with a value of each type is made", async () => {
      item = await deals.item()
      item.sets({
        Title: "First",
        F_textarea: "long",
        F_number: 5,
        F_select: "a",
        F_radio: "radio b",
        F_checkbox: ["a", "b"],
        F_datetime: new Date("2026-01-02T03:04:05.000Z"),
        F_users: [client.currentUser],
      })
      expect(await item.save()).toBe(true)
      expect(item.id).toMatch(/^[0-9a-f]{24}$/)
      const again = await deals.item(item.id)
      expect(again.get("Title")).toBe("First")
      expect(again.get("F_number")).toBe(5)
      expect(again.get("F_select")).toEqual({ en: "select a", ja: "選択 a" })
      expect(again.get("F_checkbox").map((one: Any) => one.en)).toEqual(["checkbox a", "checkbox b"])
      expect(again.get("F_datetime")).toEqual(new Date("2026-01-02T03:04:05.000Z"))
      expect(again.get("F_users")[0].email).toBe(admin.email)
      expect(again.revNo).toBe(1)
      item = again
    })

    test("values are changed and emptied", async () => {
      item.set("Title", "Changed").set("F_select", null).set("F_number", 6)
      expect(await item.update({ comment: "because" })).toBe(true)
      const again = await deals.item(item.id)
      expect([again.get("Title"), again.get("F_select"), again.get("F_number")]).toEqual(["Changed", null, 6])
      expect(again.revNo).toBe(2)
      item = again
    })

    test("a stale item is refused", async () => {
      const stale = await deals.item(item.id)
      item.set("Title", "Newer")
      await item.save()
      stale.set("Title", "Older")
      const [error] = (await stale.save().catch((thrown: Any) => thrown)).response.errors
      expect(error.extensions.code).toBe("ITEM_REV_CONFLICT")
      item = await deals.item(item.id)
      expect(item.get("Title")).toBe("Newer")
    })

    test("a file is attached, uploaded, downloaded and deleted", async () => {
      const file = item.file()
      file.sets({ name: "plan.txt", data: text("hello") })
      item.set("F_file", [file])
      expect(await item.save()).toBe(true)
      item = await deals.item(item.id)
      const [attached] = item.get("F_file")
      expect(attached).toMatchObject({ name: "plan.txt", contentType: "text/plain" })
      const answer = await fetch(attached.mediaLink, { headers: { authorization: `Bearer ${client.tokenHxb}` } })
      expect(await answer.text()).toBe("hello")
      expect(await attached.delete()).toBe(true)
      item.set("F_file", [])
      expect(await item.save()).toBe(true)
      const loose = await client.upload("loose.txt", text("loose"))
      expect(loose.id).toMatch(/^[0-9a-f]{24}$/)
      expect(await client.file(loose.id).delete()).toBe(true)
      expect(loose).toBeInstanceOf(FileObject)
    })

    test("a field that the SDK made takes a second file", async () => {
      const add = async (name: string) => {
        const file = item.file()
        file.sets({ name, data: text(name) })
        item.set("F_file", [...(item.get("F_file") ?? []), file])
        expect(await item.save()).toBe(true)
        item = await deals.item(item.id)
      }
      await add("a.txt")
      await add("b.txt")
      expect(item.get("F_file").map((file: Any) => file.name)).toEqual(["a.txt", "b.txt"])
      item.set("F_file", [])
      await item.save()
      item = await deals.item(item.id)
      expect(item.get("F_file")).toEqual([])
    })

    test("an item with an empty checkbox is saved twice", async () => {
      const unticked = await deals.item()
      unticked.set("Title", "Unticked")
      for (const title of ["Once", "Twice"]) {
        await unticked.save()
        await unticked.fetch()
        unticked.set("Title", title)
      }
      expect(await unticked.save()).toBe(true)
      const read = await deals.item(unticked.id)
      expect([read.get("Title"), read.get("F_checkbox"), read.revNo]).toEqual(["Twice", null, 3])
      await read.delete()
    })

    test("a new item takes a new file", async () => {
      const withFile = await deals.item()
      const file = withFile.file()
      file.sets({ name: "first.txt", data: text("1") })
      withFile.set("Title", "With file").set("F_file", [file])
      await withFile.save()
      const read = await deals.item(withFile.id)
      expect(read.get("F_file")[0].name).toBe("first.txt")
      expect(read.revNo).toBe(2)
      expect(await read.delete()).toBe(true)
    })

    test("a status action runs", async () => {
      const [action] = (await item.statusActions()).filter((one: Any) => one.displayId === "StartProgress")
      expect(action.nextStatusId).toBe("InProgress")
      await item.execute("StartProgress")
      expect(item.status()).toBe("InProgress")
      item.status("Complete")
      await item.update({ actionName: "Complete" })
      expect((await deals.item(item.id)).status()).toBe("Done")
      item = await deals.item(item.id)
    })

    test("comments and histories are written, changed and deleted", async () => {
      const comment = item.comment()
      comment.set("comment", "Hello")
      expect(await comment.save()).toBe(true)
      const { histories, unread } = await item.historiesWithUnread()
      expect(unread).toBe(0)
      expect(histories[0]).toMatchObject({ comment: "Hello", user: { email: admin.email } })
      histories[0].set("comment", "Bye")
      expect(await histories[0].save()).toBe(true)
      const [first, second] = await item.histories()
      expect(first.comment).toBe("Bye")
      expect(await first.delete()).toBe(true)
      expect(await second.delete()).toBe(true)
      const left = (await item.histories()).map((one: Any) => one.id)
      expect(left).not.toContain(first.id)
      expect(left).not.toContain(second.id)
    })

    test("items are linked, listed from both ends, and unlinked", async () => {
      const customer = await customers.item()
      customer.set("Title", "Acme")
      await customer.save()
      await item.link(customer).save()
      expect((await item.links(customers)).map((one: Any) => one.id)).toEqual([customer.id])
      expect((await customer.links(deals)).map((one: Any) => one.id)).toEqual([item.id])
      expect((await item.links(customers.id)).map((one: Any) => one.get("Title"))).toEqual(["Acme"])
      const [listed] = await deals.items({ conditions: [{ id: "i_id", search_value: [item.id] }] })
      listed.set("F_number", 7)
      await listed.save()
      item = await deals.item(item.id)
      await item.unlink(customer).save()
      expect(await item.links(customers)).toEqual([])
    })

    test("an ID is made for a later item", async () => {
      expect(await deals.createItemId()).toMatch(/^[0-9a-f]{24}$/)
    })
  })

  describe("searching", () => {
    const query = (): Any => client.query(made.id).from(deals.id)
    const { condition } = new HexabaseSQL({})
    const titles = async (of: Any): Promise<string[]> =>
      (await of).map((one: Any) => one.get("Title")).sort((left: string, right: string) => (left < right ? -1 : 1))

    test("items are inserted", async () => {
      await query().delete()
      const inserted = await query().insert([
        { Title: "One", F_number: 1, F_datetime: new Date("2026-02-01T00:00:00.000Z") },
        { Title: "Two", F_number: 2, F_datetime: new Date("2026-02-02T00:00:00.000Z") },
        { Title: "Three", F_number: 3, F_select: "b" },
      ])
      expect(inserted).toHaveLength(3)
      expect((await query().insert({ Title: "Four" })).id).toMatch(/^[0-9a-f]{24}$/)
    })

    test("items are listed and counted", async () => {
      expect(await titles(deals.items())).toEqual(["Four", "One", "Three", "Two"])
      expect((await deals.itemsWithCount({ page: 1, per_page: 2 })).totalCount).toBe(4)
      expect(await titles(deals.search())).toEqual(["Four", "One", "Three", "Two"])
      expect(await deals.searchWithCount({ page: 1, per_page: 10 })).toEqual({ totalCount: 4, items: [] })
      expect(await query().count()).toBe(4)
      expect((await query().limit(2).offset(2).select("*")).length).toBe(2)
      expect((await query().perPage(3).page(1).select("*", { deep: true })).length).toBe(3)
    })

    test.each([
      ["equalTo", condition.equalTo("Title", "One"), ["One"]],
      ["equalTo of a number", condition.equalTo("F_number", 2), ["Two"]],
      ["equalTo of a date", condition.equalTo("F_datetime", "2026-02-01T00:00:00.000Z"), ["One"]],
      ["include", condition.include("Title", "^T"), ["Three", "Two"]],
      ["notInclude", condition.notInclude("Title", "^T"), ["Four", "One"]],
      ["inArray", condition.inArray("Title", ["One", "Four"]), ["Four", "One"]],
      ["inArray of numbers", condition.inArray("F_number", [1, 3]), ["One", "Three"]],
      ["inArray of three numbers", condition.inArray("F_number", [1, 2, 9]), ["One", "Two"]],
      ["notInArray", condition.notInArray("F_number", [1, 3]), ["Four", "Two"]],
      ["greaterThanOrEqualTo", condition.greaterThanOrEqualTo("F_number", 2), ["Three", "Two"]],
      ["lessThan", condition.lessThan("F_number", 2), ["One", "Two"]],
      ["and", condition.and(condition.include("Title", "^T"), condition.lessThan("F_number", 2)), ["Two"]],
      ["or", condition.or([condition.equalTo("Title", "One"), condition.equalTo("F_select", "b")]), ["One", "Three"]],
    ])("%s", async (_, where, expected) => {
      expect(await titles(query().where(where).select("*"))).toEqual(expected)
      expect(await query().where([where]).count()).toBe(expected.length)
    })

    test("select reads only the named fields", async () => {
      const [one] = await query().where(condition.equalTo("Title", "One")).select("Title, F_number")
      expect([one.get("Title"), one.get("F_number"), one.get("F_datetime")]).toEqual(["One", 1, undefined])
      const [other] = await query().where(condition.equalTo("Title", "One")).select(["F_number"])
      expect(other.get("Title")).toBeUndefined()
    })

    test("matches are updated and deleted", async () => {
      await query().where(condition.include("Title", "^T")).update({ F_textarea: "found" })
      expect(await titles(query().where(condition.equalTo("F_textarea", "found")).select("*"))).toEqual([
        "Three",
        "Two",
      ])
      expect(await query().where(condition.equalTo("F_textarea", "found")).delete()).toBe(true)
      expect(await query().count()).toBe(2)
    })

    test("deleting by conditions loses its conditions on the way, and is refused", async () => {
      const deleting = item.constructor.delete([condition.equalTo("Title", "One")], deals)
      const [error] = (await deleting.catch((thrown: Any) => thrown)).response.errors
      expect(error.extensions.code).toBe("INVALID_PARAMS")
      expect(await query().count()).toBe(2)
    })
  })

  test("every root that the SDK sends has been called", async () => {
    const { requests } = await world.control("GET", "/requests?limit=1000")
    const called = new Set(requests.map(({ operation }: Any) => String(operation).toLowerCase()))
    const later = ["deletedatastore", "deleteproject"]
    expect(ROOTS.filter((root) => ![...called, ...later].includes(root.toLowerCase()))).toEqual([])
  })

  test("datastore and project are deleted", async () => {
    expect(await deals.delete()).toBe(true)
    expect(await made.delete()).toBe(true)
    client.currentWorkspace._projects = []
    expect((await client.currentWorkspace.projects()).map((one: Any) => one.displayId)).not.toContain("REMADE")
  })

  test("createClient takes the addresses of the service only", () => {
    expect(createClient).toEqual(expect.any(Function))
    expect(new HexabaseClient().urlHxb).toBe("https://graphql.hexabase.com/graphql")
  })
})

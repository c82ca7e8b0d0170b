import { beforeAll, describe, expect, test } from "vitest"
import { type Any, createClientOfVersion1, type SdkWorld } from "./sdk.ts"
import { PLACES } from "./worlds.ts"

/** Returns a result of version 1.1.1 without its empty `error`; throws the error of a refused call. */
async function requireAccepted(result: Promise<Any>): Promise<Any> {
  const { error, ...rest } = await result
  if (error) throw new Error(error)
  return rest
}

/** Returns the first error of a refused call. */
async function requireRefused(result: Promise<Any>): Promise<Any> {
  const { error } = await result
  return JSON.parse(error)[0]
}

/** Version 1.1.1 of the SDK, from its login to the end of a project. Each test continues where the one before ended. */
describe.each(PLACES)("version 1.1.1 in $title", ({ create, admin, workspace, project }) => {
  let world: SdkWorld
  let client: Any
  let workspaceId: string
  let projectId: string
  let datastoreId: string
  let actions: Any[]
  let itemId: string

  const actionOf = (operation: string): string =>
    actions.find((action) => action.operation.trim().toLowerCase() === operation)?.action_id
  const detailsOf = async (id: string, params?: object): Promise<Any> =>
    (await requireAccepted(client.item.getItemDetail(datastoreId, id, projectId, params))).itemDetails

  beforeAll(async () => {
    world = await create()
    client = await createClientOfVersion1({ url: `${world.url}/graphql`, ...admin })
  })

  test("a login has the user; a wrong password is refused", async () => {
    const { userInfo } = await requireAccepted(client.user.get(client.tokenHxb))
    expect(userInfo).toMatchObject({ email: admin.email, is_ws_admin: "true" })
    expect((await requireAccepted(client.user.getPasswordExpire())).userPassEx).toEqual({ is_expired: false })
    const wrong = createClientOfVersion1({ url: `${world.url}/graphql`, email: admin.email, password: "wrong" })
    await expect(wrong).rejects.toThrow("email or password is incorrect")
  })

  test("the workspace is found and described", async () => {
    workspaceId = (await requireAccepted(client.workspace.getCurrent())).wsCurrent.workspace_id
    const { workspaces } = await requireAccepted(client.workspace.get())
    expect(workspaces.workspaces).toContainEqual({ workspace_id: workspaceId, workspace_name: workspace })
    expect((await requireAccepted(client.workspace.getDetail())).workspace.app_functions).toEqual(expect.any(Object))
    expect(await requireAccepted(client.workspace.getPasswordPolicy(workspaceId))).toMatchObject({
      wsPasswordPolicy: { min_length: expect.any(Number) },
    })
    await requireAccepted(client.workspace.getFunctionality(workspaceId))
    await requireAccepted(client.workspace.getUsage(workspaceId))
    const { wsGroupChildren } = await requireAccepted(client.workspace.getGroupChildren(workspaceId))
    expect(wsGroupChildren).toMatchObject({ error: "", count: wsGroupChildren.children.length })
    expect((await requireAccepted(client.workspace.getTaskQueueList())).taskQueueList).toEqual(expect.any(Object))
    expect((await requireAccepted(client.workspace.setCurrent({ workspace_id: workspaceId }))).data.success).toBe(true)
  })

  test("every item of every datastore is read", async () => {
    const { appAndDs } = await requireAccepted(client.project.getProjectsAndDatastores(workspaceId))
    for (const { application_id: application, datastores } of appAndDs) {
      for (const { datastore_id: datastore } of datastores) {
        const { dsItems } = await requireAccepted(client.item.get({ page: 1, per_page: 0 }, datastore, application))
        expect(dsItems.items).toHaveLength(dsItems.totalItems)
        for (const item of dsItems.items.slice(0, 10)) {
          const { itemDetails } = await requireAccepted(client.item.getItemDetail(datastore, item.i_id))
          expect(itemDetails.title).toBe(item.title)
        }
        const { dsFields } = await requireAccepted(client.datastore.getFields(datastore, application))
        for (const field of Object.keys(dsFields.fields))
          await requireAccepted(client.datastore.getField(field, datastore))
      }
    }
  })

  test("reports are listed and read", async () => {
    const { getApplications } = await requireAccepted(client.project.get(workspaceId))
    const { application_id: application } = getApplications.find((one: Any) => one.display_id === project)
    const { reports } = await requireAccepted(client.dataReport.getReports(application))
    for (const { rp_id: report } of reports) {
      const { dataReport } = await requireAccepted(
        client.dataReport.getDataReport(application, report, { page: 1, per_page: 2 }),
      )
      expect(dataReport.report_results.length).toBeGreaterThan(0)
    }
  })

  test("a project and a datastore are made and named", async () => {
    projectId = (await requireAccepted(client.project.create({ name: { en: "Old", ja: "旧" } }))).app.project_id
    await requireAccepted(client.project.updateProjectTheme({ payload: { project_id: projectId, theme: "black" } }))
    const name = { project_id: projectId, project_name: { en: "Older", ja: "古" }, project_displayid: "OLD" }
    await requireAccepted(client.project.updateProjectName({ payload: name }))
    expect((await requireAccepted(client.project.getDetail(projectId))).project).toMatchObject({
      name: "Older",
      display_id: "OLD",
    })
    const payload = { lang_cd: "en", project_id: projectId, template_name: "SEED1", workspace_id: workspaceId }
    datastoreId = (await requireAccepted(client.datastore.create({ payload }))).datastoreId
    const unused = { datastoreId, displayId: "Notes", projectId }
    expect((await requireAccepted(client.datastore.validateDatastoreDisplayID({ payload: unused }))).exits).toBe(false)
    const setting = { datastore_id: datastoreId, display_id: "Notes", name: { en: "Notes", ja: "メモ" } }
    await requireAccepted(client.datastore.updateDatastoreSetting({ payload: setting }))
    const { datastores } = await requireAccepted(client.datastore.get(projectId))
    expect(datastores.map((one: Any) => one.display_id)).toEqual(["Notes"])
    actions = (await requireAccepted(client.datastore.getActions(datastoreId))).dsActions
    expect((await requireAccepted(client.datastore.getAction(datastoreId, actionOf("new")))).dsAction.display_id).toBe(
      "CreateItem",
    )
    const { dsStatuses } = await requireAccepted(client.datastore.getStatuses(datastoreId))
    expect(dsStatuses.map((one: Any) => one.display_id)).toEqual(["New", "InProgress", "Done"])
  })

  /** Version 1.1.1 makes no fields. */
  const makeField = async (dataType: string, displayId: string): Promise<string> => {
    const answer = await fetch(`${world.url}/api/v0/applications/${projectId}/datastores/${datastoreId}/fields`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${client.tokenHxb}` },
      body: JSON.stringify({ dataType, display_id: displayId, name: displayId }),
    })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as Any).field_id
  }

  test("an unknown key beside a known one is ignored; unknown keys alone are refused", async () => {
    const parameters = {
      action_id: actionOf("new"),
      use_display_id: true,
      return_item_result: true,
      ensure_transaction: false,
      exec_children_post_procs: true,
      access_key_updates: { overwrite: true, ignore_action_settings: true },
    }
    const createItem = (item: object) => client.item.create(projectId, datastoreId, { ...parameters, item })
    const { itemNew } = await requireAccepted(createItem({ Title: "First", param1: "x", access_key_updates: {} }))
    expect(itemNew).toMatchObject({ error: null, history_id: expect.any(String), item: { title: "First" } })
    itemId = itemNew.item_id
    expect((await requireRefused(createItem({ param1: "x" }))).extensions).toMatchObject({
      code: "INVALID_PARAMS",
      status: 400,
    })
    expect((await requireAccepted(client.item.get({ page: 1, per_page: 0 }, datastoreId))).dsItems.totalItems).toBe(1)
  })

  test("an item is saved twice with the empty checkbox that its details show", async () => {
    const fieldId = await makeField("checkbox", "Ticks")
    for (const title of ["Once", "Twice"]) {
      const { rev_no: revNo, field_values: values } = await detailsOf(itemId)
      const ticks = values.find((one: Any) => one.field_id === fieldId)
      expect(ticks.value).toBeNull()
      const changed = values.map((one: Any) => [one.field_id, one.display_id === "Title" ? title : one.value])
      const item = Object.fromEntries(changed)
      await requireAccepted(client.item.update(projectId, datastoreId, itemId, { rev_no: revNo, item }))
    }
    const { title, rev_no: revNo } = await detailsOf(itemId)
    expect([title, revNo]).toEqual(["Twice", 3])
  })

  test("a field takes a second file", async () => {
    const fieldId = await makeField("file", "Papers")
    const upload = async (filename: string): Promise<string> => {
      const place = { d_id: datastoreId, p_id: projectId, item_id: itemId, field_id: fieldId }
      const path = `${datastoreId}/${itemId}/${fieldId}/${filename}`
      const content = Buffer.from(filename).toString("base64")
      const file = { filename, filepath: path, contentTypeFile: "text/plain", display_order: 0, content }
      return (await requireAccepted(client.storage.createFile({ ...file, ...place }))).data.file_id
    }
    const files: string[] = []
    for (const name of ["a.txt", "b.txt"]) {
      files.push(await upload(name))
      const { rev_no: revNo } = await detailsOf(itemId)
      const item = { Papers: files }
      await requireAccepted(
        client.item.update(projectId, datastoreId, itemId, { rev_no: revNo, use_display_id: true, item }),
      )
    }
    const { field_values: values } = await detailsOf(itemId, { use_display_id: true, format: "map" })
    expect(values.Papers.value.map((one: Any) => one.name)).toEqual(["a.txt", "b.txt"])
    const { file } = await requireAccepted(client.storage.getFile(files[1]))
    expect(file).toEqual({ filename: "b.txt", data: Buffer.from("b.txt").toString("base64") })
  })

  test("an action runs, and comments are written, changed and deleted", async () => {
    const { rev_no: revNo } = await detailsOf(itemId)
    const history = { comment: "begun", datastore_id: datastoreId }
    await requireAccepted(
      client.item.execute(projectId, datastoreId, itemId, "StartProgress", { rev_no: revNo, history }),
    )
    const { field_values: values } = await detailsOf(itemId, { use_display_id: true, format: "map" })
    expect(values.Status.value).toBe("InProgress")
    const place = { d_id: datastoreId, i_id: itemId, p_id: projectId }
    const ids = { datastore_id: datastoreId, item_id: itemId, project_id: projectId, workspace_id: workspaceId }
    const comment = { ...ids, comment: "Hello", posting: true, post_mode: "ItemTimeline", is_send_item_unread: true }
    const { postNewItemHistory } = await requireAccepted(client.item.createComment(comment))
    const comments = async (): Promise<string[]> => {
      const { itemHistories } = await requireAccepted(client.item.getHistories(projectId, datastoreId, itemId))
      expect(itemHistories.unread).toBe(0)
      return itemHistories.histories.map((one: Any) => one.comment)
    }
    expect((await comments()).slice(0, 2)).toEqual(["Hello", "begun"])
    const written = { ...place, h_id: postNewItemHistory.history_id }
    expect((await client.item.updateComment({ ...written, comment: "Bye" })).error).toEqual({ error: null })
    expect((await comments()).slice(0, 2)).toEqual(["Bye", "begun"])
    expect((await client.item.deleteComment(written)).error).toEqual({ error: null })
    expect((await comments())[0]).toBe("begun")
  })

  test("items are linked, the link is changed and deleted", async () => {
    const made = async (title: string): Promise<string> => {
      const parameters = { action_id: actionOf("new"), use_display_id: true, item: { Title: title } }
      return (await requireAccepted(client.item.create(projectId, datastoreId, parameters))).itemNew.item_id
    }
    const [left, right] = [await made("Left"), await made("Right")]
    const linked = async (): Promise<string[]> =>
      (await requireAccepted(client.item.getItemRelated(datastoreId, itemId, datastoreId))).itemLinked.items.map(
        (one: Any) => one.title,
      )
    const to = (item: string) => ({ link_datastore_id: datastoreId, link_item_id: item })
    await requireAccepted(client.item.createLink(projectId, datastoreId, itemId, to(left)))
    expect(await linked()).toEqual(["Left"])
    const change = {
      old_link_datastore_id: datastoreId,
      old_link_item_id: left,
      new_link_datastore_id: datastoreId,
      new_link_item_id: right,
    }
    await requireAccepted(client.item.updateLink(projectId, datastoreId, itemId, change))
    expect(await linked()).toEqual(["Right"])
    await requireAccepted(client.item.deleteLink(projectId, datastoreId, itemId, to(right)))
    expect(await linked()).toEqual([])
    const removal = { a_id: actionOf("delete") }
    expect((await requireAccepted(client.item.delete(projectId, datastoreId, left, removal))).data).toEqual({
      error: null,
    })
    expect((await requireRefused(client.item.getItemDetail(datastoreId, left))).extensions.status).toBe(404)
  })

  test("datastore and project are deleted, and the token ends", async () => {
    expect((await requireAccepted(client.datastore.deleteDatastore(datastoreId))).data.success).toBe(true)
    expect((await requireAccepted(client.project.delete({ payload: { project_id: projectId } }))).data.success).toBe(
      true,
    )
    expect((await requireAccepted(client.auth.logout(client.tokenHxb))).data.success).toBe(true)
    expect((await requireRefused(client.user.getPasswordExpire())).message).toBe("TOKEN_INVALID")
  })
})

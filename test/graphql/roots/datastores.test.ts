import { expect, test } from "vitest"
import { checkInvariants, createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { graphqlClient } from "../graphql-client.ts"

const start = async () => {
  const shop = await workshop()
  const client = (name: string) => graphqlClient(shop.world, `${name}-token`)
  return { ...shop, client, ada: client("ada"), orders: shop.datastore("Orders"), pId: shop.application("SHOP").pId }
}

test("datastores lists those that the caller sees, in creation order, with their flags", async () => {
  const { ada, client, orders, pId } = await start()
  const listed = await ada.root("datastores", { projectId: pId })
  expect(listed.map((one: { display_id: string }) => one.display_id)).toEqual(["Orders", "Secrets"])
  expect(listed[0]).toEqual({
    d_id: orders.dId,
    p_id: pId,
    w_id: orders.wId,
    ws_name: "Acme",
    name: "Orders",
    display_id: "Orders",
    display_order: 1,
    deleted: false,
    imported: false,
    uploading: false,
    invisible: false,
    no_status: false,
    unread: 0,
    show_in_menu: true,
    show_display_id_to_list: false,
    show_info_to_list: false,
    show_only_dev_mode: false,
    use_board_view: false,
    use_csv_update: false,
    use_external_sync: false,
    use_grid_view: false,
    use_grid_view_by_default: false,
    use_qr_download: false,
    use_replace_upload: false,
    is_external_service: false,
    data_source: "",
    external_service_data: null,
  })
  expect(listed[1].no_status).toBe(true)
  expect(await client("cleo").root("datastores", { projectId: pId })).toHaveLength(1)
})

test("datastoreSetting describes the datastore with fields, layout, roles and statuses", async () => {
  const { ada, orders } = await start()
  for (const datastoreId of [orders.dId, "Orders"]) {
    const setting = await ada.root("datastoreSetting", { datastoreId })
    expect(setting).toMatchObject({ id: orders.dId, display_id: "Orders", names: { en: "Orders", ja: "注文" } })
    expect(setting.fields[0]).toMatchObject({
      id: orders.fields[0]?.fId,
      display_id: "Title",
      display_name: "Title",
      names: { en: "Title", ja: "件名" },
      data_type: "text",
      as_title: true,
    })
    expect(setting.field_layout[1]).toEqual({
      id: orders.fields[1]?.fId,
      display_id: "Amount",
      size_x: 6,
      size_y: 2,
      col: 3,
      row: 4,
    })
    expect(setting.roles.map((role: { display_id: string }) => role.display_id)).toEqual(["ADMIN", "MEMBER", "CLERK"])
    expect(setting.statuses.map((status: { display_id: string }) => status.display_id)).toEqual(["New", "Sent"])
  }
})

test("datastoreGetActions finds the actions that the client looks up by display ID", async () => {
  const { ada, pId } = await start()
  const { datastoreId } = await ada.root("createDatastoreFromTemplate", {
    payload: { project_id: pId, template_name: "SEED1", lang_cd: "ja", workspace_id: "x", user_id: "y" },
  })
  const actions = await ada.root("datastoreGetActions", { datastoreId })
  const operations = actions.map((one: { display_id: string; operation: string }) => [one.display_id, one.operation])
  expect(operations.slice(0, 4)).toEqual([
    ["CreateItem", "new"],
    ["UpdateItem", "update"],
    ["CopyItem", "copy"],
    ["DeleteItem", "delete"],
  ])
})

test("datastoreGetActionSetting has every role of the application", async () => {
  const { ada, orders, action, pId } = await start()
  const { aId } = action("Update")
  const setting = await ada.root("datastoreGetActionSetting", { actionId: aId, datastoreId: orders.dId })
  expect(setting).toMatchObject({
    action_id: aId,
    display_id: "Update",
    operation: "update",
    name: { en: "Edit", ja: "編集" },
  })
  const roles = setting.roles.map((role: Record<string, unknown>) => [
    role.display_id,
    role.can_execute,
    role.can_use,
    role.project_id,
  ])
  expect(roles).toEqual([
    ["ADMIN", true, true, pId],
    ["MEMBER", false, false, pId],
    ["CLERK", true, true, pId],
  ])
})

test("datastoreGetStatuses has positions as texts", async () => {
  const { ada, orders } = await start()
  const statuses = await ada.root("datastoreGetStatuses", { datastoreId: orders.dId })
  expect(statuses).toMatchObject([
    { status_id: orders.statuses[0]?.sId, display_id: "New", displayed_name: "New", sort_id: 0, x: "0", y: "0" },
    { display_id: "Sent" },
  ])
})

test("createDatastoreFromTemplate takes SEED1 only, from ADMIN only", async () => {
  const { ada, client, pId, world } = await start()
  const payload = { project_id: pId, template_name: "SEED1" }
  const { datastoreId } = await ada.root("createDatastoreFromTemplate", { payload })
  expect(world.view().get("datastores", datastoreId)).toMatchObject({ pId, displayId: datastoreId })
  const other = await ada.refused("createDatastoreFromTemplate", { payload: { ...payload, template_name: "SEED2" } })
  expect(other.extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  const bob = await client("bob").refused("createDatastoreFromTemplate", { payload })
  expect(bob.extensions).toMatchObject({ code: "NO_PRIVILEGES", status: 403 })
})

test("validateDatastoreDisplayID says whether another datastore has the ID", async () => {
  const { ada, orders, pId } = await start()
  const ask = async (displayId: string) =>
    (await ada.root("validateDatastoreDisplayID", { payload: { projectId: pId, datastoreId: orders.dId, displayId } }))
      .exits
  expect([await ask("Secrets"), await ask("Orders"), await ask("Free")]).toEqual([true, false, false])
})

test("updateDatastoreSetting keeps flags and names, and absent parts stay", async () => {
  const { ada, orders, pId, world } = await start()
  const datastore_id = orders.dId
  const update = (change: object) => ada.root("updateDatastoreSetting", { payload: { datastore_id, ...change } })
  expect(await update({ name: "Sales", use_grid_view: true, show_in_menu: false })).toEqual({
    success: true,
    data: null,
  })
  await update({ display_id: "SALES", use_board_view: true, name: null, use_grid_view: null })
  const [listed] = await ada.root("datastores", { projectId: pId })
  expect(listed).toMatchObject({
    display_id: "SALES",
    name: "Sales",
    use_grid_view: true,
    use_board_view: true,
    show_in_menu: false,
  })
  expect(world.view().get("datastores", datastore_id)?.name).toEqual({ en: "Sales", ja: "Sales" })
  await update({ name: { en: "Sold", ja: "販売" } })
  expect(world.view().get("datastores", datastore_id)?.name).toEqual({ en: "Sold", ja: "販売" })
  for (const change of [{ display_id: "Secrets" }, { display_id: "a b" }, { name: 7 }]) {
    const { extensions } = await ada.refused("updateDatastoreSetting", { payload: { datastore_id, ...change } })
    expect(extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  }
})

test("deleteDatastore ends the datastore, and lookups into it become empty", async () => {
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        Goods: {
          fields: { Name: { dataType: "text", as_title: true } },
          items: [{ key: "nut", values: { Name: "Nut" } }],
        },
        Orders: {
          fields: {
            Title: { dataType: "text", as_title: true },
            Good: { dataType: "dslookup", dslookup: { datastore: "Goods", field: "Name" } },
          },
          items: [{ values: { Title: "One", Good: "Goods@nut" } }],
        },
      },
    }),
  })
  const ada = graphqlClient(world, "ada-token")
  const [goods, orders] = await ada.root("datastores", { projectId: "APP" })
  expect(await ada.root("deleteDatastore", { datastoreId: goods.d_id })).toEqual({ success: true, data: null })
  const { items } = await ada.root("datastoreGetDatastoreItems", { datastoreId: orders.d_id, getItemsParameters: {} })
  expect(items).toMatchObject([{ Title: "One", Good: null }])
  const gone = await ada.refused("datastoreSetting", { datastoreId: goods.d_id })
  expect(gone.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
  await checkInvariants(world)
})

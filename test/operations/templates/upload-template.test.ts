import { beforeAll, describe, expect, test } from "vitest"
import { unpackArchive } from "../../../src/fixtures/templates/archive.ts"
import { checkInvariants } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { type Workshop, workshop } from "../../sample-worlds/workshop.ts"
import { bomb, HEAD, linesOf, replaceBytes, template, zipOf } from "./hostile-archives.ts"
import { applicationText } from "./same-application.ts"

const fileOf = (bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], "template.zip")

const upload = ({ as }: Workshop, bytes: Uint8Array, by = "ada", more: object = {}) =>
  as(by).uploadTemplate({ form: { name: "Copy", file: fileOf(bytes), ...more } })

/** Uploads a template and returns the p_id of the created application. */
async function restoreTemplate(shop: Workshop, bytes: Uint8Array, by = "ada", more: object = {}): Promise<string> {
  const { status, body } = await upload(shop, bytes, by, more)
  expect(status, JSON.stringify(body)).toBe(200)
  const query = { category: "UPLOADTEMPLATE", stream_id: body.stream_id }
  const [task] = Object.values((await shop.as(by).getTasks({ query })).body)
  expect(task?.status).toEqual({ id: 2, name: "PROCESSED" })
  return task?.metadata.p_id ?? ""
}

async function archiveOf({ as }: Workshop, project: string, histories = false): Promise<Uint8Array> {
  const saved = await as("ada").saveTemplate({
    body: { project_id: project, name: "Shop", include_histories: histories },
  })
  return (await as("ada").downloadTemplate({ params: { "template-id": saved.body.tp_id } })).body as Uint8Array
}

describe("UploadTemplate (api.md section 14)", () => {
  test("makes an application called name, equal to the one saved but for its IDs, of which the caller gets ADMIN", async () => {
    const shop = await workshop()
    const { world } = shop
    const pId = await restoreTemplate(shop, await archiveOf(shop, "SHOP"), "ned")
    expect(applicationText(world, pId)).toBe(applicationText(world, shop.application("SHOP").pId))
    const settings = (await shop.as("ned").getApplicationSettings({ params: { "project-id": pId } })).body
    expect([settings.name, settings.display_id]).toEqual(["Copy", pId])
    const copied = (await shop.as("ned").itemList({ params: { "app-id": pId, "datastore-id": "Orders" }, body: {} }))
      .body
    expect(copied.items.map(({ title }) => title).sort()).toEqual(["First", "Second"])
    await checkInvariants(world)
  })

  test("keeps the items of datastores whose names differ in case only or are devices of Windows", async () => {
    const ids = ["Orders", "ORDERS", "con", "会員"]
    const datastores = ids.map((id) => ({
      datastore_id: id,
      name: id,
      fields: { Name: { dataType: "text", as_title: true } },
      items: [{ values: { Name: id } }],
    }))
    const shop = await workshop()
    const application = {
      application_id: "NAMES",
      name: "Names",
      datastores: datastores.map(({ items: _, ...one }) => one),
    }
    const files = new Map(Object.entries(template({ "application.json": application })))
    const names = ["Orders", "ORDERS~2", "_con", "会員".normalize("NFD")]
    for (const [at, { items }] of datastores.entries()) files.set(`items/${names[at]}.ndjson`, linesOf(...items))
    const pId = await restoreTemplate(shop, zipOf(Object.fromEntries(files)))
    for (const id of ids) {
      const list = await shop.as("ada").itemList({ params: { "app-id": pId, "datastore-id": id }, body: {} })
      expect(list.body.items.map(({ title }) => title)).toEqual([id])
    }
    const again = unpackArchive(await archiveOf(shop, pId), () => true)
    let step = again.next()
    while (step.done !== true) step = again.next()
    expect([...step.value.keys()].filter((name) => name.startsWith("items/"))).toEqual(
      ["Orders", "ORDERS~2", "_con", "会員"].map((name) => `items/${name}.ndjson`),
    )
  })

  test("nobody else holds a role of it, and what it was saved from stays as it was", async () => {
    const shop = await workshop()
    const before = applicationText(shop.world, shop.application("SHOP").pId)
    const pId = await restoreTemplate(shop, await archiveOf(shop, "SHOP"))
    expect((await shop.as("bob").getApplicationSettings({ params: { "project-id": pId } })).status).toBe(403)
    expect(applicationText(shop.world, shop.application("SHOP").pId)).toBe(before)
  })

  test("keeps the archive as a template, with the category and description given or the archive's", async () => {
    const shop = await workshop()
    const bytes = zipOf(template())
    await restoreTemplate(shop, bytes)
    await restoreTemplate(shop, bytes, "ada", { category: "Own", description: "Mine" })
    const { categories } = (await shop.as("ada").getTemplates()).body
    expect(
      categories.slice(1).map(({ category, templates }) => [category, templates.map((one) => one.description)]),
    ).toEqual([
      ["Sales", [""]],
      ["Own", ["Mine"]],
    ])
    const tpId = categories[1]?.templates[0]?.tp_id ?? ""
    expect((await shop.as("ada").downloadTemplate({ params: { "template-id": tpId } })).body).toEqual(bytes)
  })

  test("histories come along, with the action that was run", async () => {
    const shop = await workshop()
    const ada = shop.as("ada")
    const params = { "app-id": "SHOP", "datastore-id": "Orders" }
    const { item_id } = (await ada.createItem({ params, body: { item: { Title: "Third" }, comment: "New" } })).body
    await ada.postItemComment({ params: { ...params, "item-id": item_id }, body: { comment: "Soon" } })
    const pId = await restoreTemplate(shop, await archiveOf(shop, "SHOP", true))
    const place = { "app-id": pId, "datastore-id": "Orders" }
    const { items } = (await ada.itemList({ params: place, body: {} })).body
    const copy = String(items.find(({ title }) => title === "Third")?.i_id)
    const of = async (where: typeof place, item: string) =>
      (await ada.getItemHistories({ params: { ...where, "item-id": item } })).body.histories.map((one) => [
        one.comment,
        one.action_name,
        one.username,
        one.created_at,
      ])
    expect(await of(place, copy)).toEqual(await of(params, item_id))
    expect(await of(place, copy)).toHaveLength(2)
    await checkInvariants(shop.world)
  })

  test("makes the caller the author of items and comments, unless they administer the workspace and the author is a member", async () => {
    const shop = await workshop()
    const { world } = shop
    const item = "90a000000000000000000001"
    const history = (user: string, comment: string) => ({
      history_id: "90b000000000000000000001",
      i_id: item,
      user,
      comment,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-02T00:00:00Z",
      updated_by: user,
      is_updated: true,
      transaction_id: "90c000000000000000000001",
    })
    const bytes = zipOf(
      template({
        "items/Notes.ndjson": linesOf(
          { i_id: item, values: { Text: "a" }, created_by: "bob@acme.test", updated_by: "cleo@acme.test" },
          { values: { Text: "b" }, created_by: "IMPORT", updated_by: "olga@globex.test" },
        ),
        "histories.ndjson": linesOf(history("bob@acme.test", "Bob said"), history("olga@globex.test", "Olga said")),
      }),
    )
    const authors = async (by: string) => {
      const pId = await restoreTemplate(shop, bytes, by)
      const [datastore] = world.view().list("datastores", "datastoresByApplication", pId)
      const items = world
        .view()
        .table(`items:${datastore?.dId ?? ""}`)
        .toArray()
      const nameOf = (uId: string) => world.view().get("users", uId)?.username ?? uId
      const of = world.view().list("histories", "historiesByItem", items[0]?.iId ?? "")
      return [
        ...items.map(({ createdBy, updatedBy }) => [nameOf(createdBy), nameOf(updatedBy)]),
        ...of.map(({ comment, uId, updatedBy }) => [comment, nameOf(uId), nameOf(updatedBy ?? "")]).sort(),
      ]
    }
    expect(await authors("ada")).toEqual([
      ["Ada", "Ada"],
      ["Ada", "Ada"],
      ["Bob said", "Ada", "Ada"],
      ["Olga said", "Ada", "Ada"],
    ])
    expect(await authors("ned")).toEqual([
      ["Bob", "Cleo"],
      ["IMPORT", "Ned"],
      ["Bob said", "Bob", "Bob"],
      ["Olga said", "Ned", "Ned"],
    ])
    await checkInvariants(world)
  })

  test("keeps its display ID where that is free", async () => {
    const shop = await workshop()
    const first = await restoreTemplate(shop, zipOf(template()))
    const second = await restoreTemplate(shop, zipOf(template()))
    const idOf = async (pId: string) =>
      (await shop.as("ada").getApplicationSettings({ params: { "project-id": pId } })).body.display_id
    expect([await idOf(first), await idOf(second)]).toEqual(["NOTES", second])
  })

  test("leaves out missing people, groups and applications in another workspace", async () => {
    const shop = await workshop()
    const { world } = shop
    const application = {
      application_id: "NOTES",
      name: "Notes",
      datastores: [
        {
          datastore_id: "Notes",
          name: "Notes",
          fields: {
            Text: { dataType: "text" },
            Who: { dataType: "users" },
            Order: { dataType: "dslookup", dslookup: { datastore: "SHOP/Orders", field: "Title" } },
          },
          relations: ["SHOP/Orders"],
          auto_links: [{ field: "Text", to: "SHOP/Orders.Title" }],
        },
      ],
      queries: [{ name: "Ada's", datastore_id: "Notes", owner: "ada@acme.test", conditions: [] }],
      reports: [
        {
          report_id: "R",
          name: "R",
          datastore: "Notes",
          joins: [{ datastore: "SHOP/Orders", as: "O" }],
          columns: [
            { display_id: "Text", field: "Text" },
            { display_id: "N", field: "Text", aggregate: "count" },
          ],
        },
      ],
      charts: [{ chart_id: "C", name: "C", report: "R", type: "bar", labels: "Text", values: ["N"] }],
    }
    const order = world
      .view()
      .table(`items:${shop.datastore("Orders").dId}`)
      .toArray()[0]?.iId
    const item = {
      values: { Text: "x", Who: ["ada@acme.test", "olga@globex.test"], Order: order },
      created_by: "ada@acme.test",
      access: { groups: ["ACME", "GLOBEX"], roles: ["ADMIN", "SHOP/CLERK"], users: ["ada@acme.test"] },
      links: [order],
    }
    const bytes = zipOf(template({ "application.json": application, "items/Notes.ndjson": linesOf(item) }))
    const pId = await restoreTemplate(shop, bytes, "olga")
    const datastore = world.view().list("datastores", "datastoresByApplication", pId)[0]
    const [made] = world
      .view()
      .table(`items:${datastore?.dId ?? ""}`)
      .toArray()
    const olga = world
      .view()
      .table("users")
      .toArray()
      .find(({ email }) => email === "olga@globex.test")
    const byName = Object.fromEntries((datastore?.fields ?? []).map((field) => [field.displayId, field.fId]))
    expect(made?.createdBy).toBe(olga?.uId)
    expect(made?.values).toEqual({ [byName.Text ?? ""]: "x", [byName.Who ?? ""]: [olga?.uId] })
    expect(made?.accessKeys).toHaveLength(2)
    expect(datastore?.relations).toEqual([])
    expect(world.view().list("queries", "queriesByApplication", pId)).toEqual([])
    await checkInvariants(world)
    const mine = await restoreTemplate(shop, bytes)
    const here = world.view().list("datastores", "datastoresByApplication", mine)[0]
    expect(
      world
        .view()
        .table(`items:${here?.dId ?? ""}`)
        .toArray()[0]?.values,
    ).toMatchObject({
      [here?.fields[2]?.fId ?? ""]: order,
    })
  })

  test("an item that the caller does not see can't be named", async () => {
    const shop = await workshop()
    const { world } = shop
    const { dId } = shop.datastore("Orders")
    const hidden = world.view().table(`items:${dId}`).toArray()[0]?.iId ?? ""
    await world.commit("Test", null, (tx) => void tx.patch(`items:${dId}`, hidden as never, { accessKeys: [] }))
    const pId = await restoreTemplate(
      shop,
      zipOf(template({ "items/Notes.ndjson": linesOf({ values: {}, links: [hidden] }) })),
    )
    const [datastore] = world.view().list("datastores", "datastoresByApplication", pId)
    const [made] = world
      .view()
      .table(`items:${datastore?.dId ?? ""}`)
      .toArray()
    expect(world.view().list("links", "linksFrom", made?.iId ?? "")).toEqual([])
  })

  test("403 in a workspace where no applications are made", async () => {
    const shop = await workshop()
    const { wId } = shop.application("SHOP")
    await shop.world.commit("Test", null, (tx) => {
      const { functionality } = tx.expect("workspaces", wId)
      tx.patch("workspaces", wId, { functionality: { ...functionality, useCreateApplication: false } })
    })
    const answer = await refusalOf(shop.world, () => upload(shop, zipOf(template())))
    expect(answer).toEqual([403, flat("NO_PRIVILEGES")])
  })

  test.each([
    [{ datastores: 3, users: 0, storageMb: 0 }, "the workspace must have at most 3 datastores"],
    [{ datastores: 0, users: 0, storageMb: 1 }, "the workspace may store at most 1 MB"],
  ])("400 beyond the limits of the workspace: %j", async (limits, error) => {
    const shop = await workshop()
    const { wId } = shop.application("SHOP")
    await shop.world.commit("Test", null, (tx) => void tx.patch("workspaces", wId, { limits }))
    const paper = `data:text/plain;base64,${Buffer.alloc(1_100_000).toString("base64")}`
    const datastore = { datastore_id: "Notes", name: "Notes", fields: { Paper: { dataType: "file" } } }
    const files = template({
      "application.json": { application_id: "NOTES", name: "Notes", datastores: [datastore] },
      "items/Notes.ndjson": linesOf({ values: { Paper: paper } }),
    })
    expect(await refusalOf(shop.world, () => upload(shop, zipOf(files)))).toEqual([
      400,
      flat("INVALID_SETTINGS", error),
    ])
  })
})

describe("CreateApplication from a template (api.md section 14)", () => {
  test("makes what was saved, under the name given", async () => {
    const shop = await workshop()
    const ada = shop.as("ada")
    const { tp_id } = (await ada.saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })).body
    const name = { en: "Second", ja: "二号店" }
    const { project_id } = (await ada.createApplication({ body: { name, tp_id } })).body
    const settings = (await ada.getApplicationSettings({ params: { "project-id": project_id } })).body
    expect([settings.names, settings.datastores.map((one) => one.display_id)]).toEqual([name, ["Orders", "Secrets"]])
    const blank = (await ada.createApplication({ body: { name, tp_id: "blank" } })).body
    expect((await ada.getApplicationSettings({ params: { "project-id": blank.project_id } })).body.datastores).toEqual(
      [],
    )
    await checkInvariants(shop.world)
  })

  test("gives the first application from blank the display ID blank, and later ones their p_id", async () => {
    const shop = await workshop()
    const create = async () => {
      const { body } = await shop.as("ada").createApplication({ body: { name: { en: "New" }, tp_id: "blank" } })
      const params = { "project-id": body.project_id }
      const { display_id } = (await shop.as("ada").getApplicationSettings({ params })).body
      return { id: body.project_id, display_id }
    }
    expect((await create()).display_id).toBe("blank")
    const second = await create()
    expect(second.display_id).toBe(second.id)
  })

  test("refuses a template of another workspace", async () => {
    const shop = await workshop()
    const { tp_id } = (await shop.as("ada").saveTemplate({ body: { project_id: "SHOP", name: "Shop" } })).body
    const create = () => shop.as("olga").createApplication({ body: { name: { en: "Mine" }, tp_id } })
    expect(await refusalOf(shop.world, create)).toEqual([400, flat("INVALID_PARAMS", `template not found: ${tp_id}`)])
  })
})

describe("archives that can't be used are refused in a sentence, and nothing is made", () => {
  let good: Uint8Array
  beforeAll(() => {
    good = zipOf(template({ "items/Notes.ndjson": linesOf({ values: { Text: "x".repeat(5000) } }) }))
  })

  const notes = (datastore: object) => ({
    application_id: "NOTES",
    name: "Notes",
    datastores: [{ datastore_id: "Notes", name: "Notes", fields: { Text: { dataType: "text" } }, ...datastore }],
  })
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

  const HOSTILE: readonly (readonly [string, () => Uint8Array, string | RegExp])[] = [
    ["nothing at all", () => new Uint8Array(), "expected a complete ZIP file"],
    [
      "a text",
      () => new TextEncoder().encode("no zip, but long enough to look for its end"),
      "expected a complete ZIP file",
    ],
    ["the first half", () => good.subarray(0, good.length / 2), "expected a complete ZIP file"],
    ["the second half", () => good.subarray(good.length / 2), "expected a complete ZIP file"],
    [
      "a path that leads out",
      () => zipOf({ ...template(), "../../etc/passwd": "x" }),
      'the file "../../etc/passwd" is not part of a template',
    ],
    [
      "an absolute path",
      () => zipOf({ ...template(), "/etc/passwd": "x" }),
      'the file "/etc/passwd" is not part of a template',
    ],
    ["a path inside", () => zipOf({ ...template(), "items/../x.ndjson": "x" }), /is not part of a template/],
    ["another file", () => zipOf({ ...template(), "run.sh": "x" }), 'the file "run.sh" is not part of a template'],
    [
      "a name of its own twice",
      () => replaceBytes(zipOf({ ...template(), "items/A.ndjson": "", "items/B.ndjson": "" }), "items/B", "items/A"),
      "the file items/A.ndjson occurs twice",
    ],
    [
      "a bomb that tells its size",
      () => bomb("histories.ndjson", 1000, 270_000_000),
      /^expected an unpacked size of at most \d+ bytes$/,
    ],
    ["a bomb that lies", () => bomb("template.json", 40_000_000, 100), "the file template.json is incomplete"],
    ["no head", () => zipOf(template({ "template.json": undefined })), "the file template.json is missing"],
    [
      "no application",
      () => zipOf(template({ "application.json": undefined })),
      "the file application.json is missing",
    ],
    [
      "a later version",
      () => zipOf(template({ "template.json": { ...HEAD, version: 2 } })),
      "expected format version 1, received 2",
    ],
    [
      "something else's zip",
      () => zipOf(template({ "template.json": { ...HEAD, format: "other" } })),
      "template.json: format: expected hexarium template",
    ],
    ["no JSON", () => zipOf(template({ "application.json": "{" })), "application.json is not valid JSON"],
    [
      "no UTF-8",
      () => zipOf({ ...template(), "application.json": new Uint8Array([34, 0xff, 34]) }),
      "application.json is not valid UTF-8",
    ],
    ["a JSON text", () => zipOf(template({ "application.json": '"x"' })), "application.json: expected an object"],
    [
      "a prototype",
      () => zipOf(template({ "application.json": '{"__proto__":{}}' })),
      "application.json has a property __proto__, which is not allowed",
    ],
    [
      "deep JSON",
      () => zipOf(template({ "application.json": nested(100) })),
      "application.json is nested more than 64 levels deep",
    ],
    [
      "endless JSON",
      () => zipOf(template({ "application.json": "[".repeat(200_000) + "]".repeat(200_000) })),
      "application.json contains more than 100000 values",
    ],
    [
      "an unknown data type",
      () => zipOf(template({ "application.json": notes({ fields: { Text: { dataType: "blob" } } }) })),
      /^application\.json: datastores\[0\]\.fields\.Text\.dataType: expected one of/,
    ],
    [
      "an unknown member",
      () => zipOf(template({ "application.json": notes({ evil: 1 }) })),
      "application.json: datastores[0].evil: unknown property",
    ],
    [
      "an action in no status",
      () => zipOf(template({ "application.json": notes({ actions: { Go: { crud_type: "2", status: "Nope" } } }) })),
      "application.json: datastores[0].actions.Go.status: unknown status: Nope",
    ],
    [
      "two mistakes",
      () => zipOf(template({ "application.json": notes({ evil: 1, worse: 2 }) })),
      "application.json: datastores[0].evil: unknown property, and 1 more",
    ],
    [
      "a reserved field",
      () => zipOf(template({ "application.json": notes({ fields: { unread: { dataType: "text" } } }) })),
      /the display ID unread is reserved/,
    ],
    [
      "a file outside",
      () => zipOf(template({ "application.json": notes({ items_file: "/etc/passwd" }) })),
      /items_file: an archive can't refer to an items file; put the items into the property items/,
    ],
    [
      "a script outside",
      () =>
        zipOf(
          template({
            "application.json": notes({ actions: { Go: { crud_type: "2", pre_script: { file: "/etc/passwd" } } } }),
          }),
        ),
      /pre_script\.file: the file \/etc\/passwd was not read/,
    ],
    [
      "items of no datastore",
      () => zipOf(template({ "items/Nope.ndjson": "{}" })),
      "items/Nope.ndjson belongs to a datastore that application.json does not contain",
    ],
    [
      "half an item",
      () => zipOf(template({ "items/Notes.ndjson": '{"values":{}}\n{"val' })),
      "items/Notes.ndjson line 2 is not valid JSON",
    ],
    [
      "an item of an unknown option",
      () => zipOf(template({ "items/Notes.ndjson": linesOf({ values: { Kind: "z" } }) })),
      "application.json: datastores[0].items[0].values.Kind: unknown option: z",
    ],
    [
      "one item twice",
      () =>
        zipOf(template({ "items/Notes.ndjson": linesOf(...[1, 2].map(() => ({ i_id: "a".repeat(24), values: {} }))) })),
      /another item has the ID/,
    ],
    [
      "a wrong history",
      () => zipOf(template({ "histories.ndjson": linesOf({ comment: 5 }) })),
      /^histories\.ndjson line 1: /,
    ],
    [
      "a history of no item",
      () =>
        zipOf(
          template({
            "histories.ndjson": linesOf({
              i_id: "b".repeat(24),
              user: "ada@acme.test",
              comment: "",
              created_at: "2026-01-01T00:00:00Z",
              updated_at: "2026-01-01T00:00:00Z",
              is_updated: false,
              transaction_id: "c".repeat(24),
            }),
          }),
        ),
      /^histories\.ndjson line 1: unknown item: /,
    ],
  ]

  test.each(HOSTILE)("%s", async (_, bytes, problem) => {
    const shop = await workshop()
    const answer = await refusalOf(shop.world, () => upload(shop, bytes()))
    const told = typeof problem === "string" ? problem : expect.stringMatching(problem)
    const [status, { error, error_code }] = answer as [number, { error: string; error_code: string }]
    expect([status, error_code]).toEqual([400, "INVALID_PARAMS"])
    expect(error).toMatch(/^the archive can't be used: /)
    expect(error.replace("the archive can't be used: ", "")).toEqual(told)
  })

  test("wherever an archive is cut or a byte of it changed, it is refused or means something whole", async () => {
    const shop = await workshop()
    for (let at = 0; at < good.length; at += 7) {
      const changed = good.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x55
      const before = shop.world.hash()
      for (const bytes of [good.subarray(0, at), changed]) {
        const { status } = await apiClient(shop.world.fork(), "ada-token").uploadTemplate({
          form: { name: "Copy", file: fileOf(bytes) },
        })
        expect([200, 400]).toContain(status)
        if (bytes.length < good.length) expect(status).toBe(400)
      }
      expect(shop.world.hash()).toBe(before)
    }
  })

  test.each([
    [{}, /name/],
    [{ name: " " }, "name must not be empty"],
    [{ name: "x", file: undefined }, "file is required"],
  ])("refuses the form %j", async (form, error) => {
    const shop = await workshop()
    const expected = typeof error === "string" ? error : expect.stringMatching(error)
    const send = () => shop.as("ada").uploadTemplate({ form: { file: fileOf(good), ...form } as never })
    expect(await refusalOf(shop.world, send)).toEqual([400, flat("INVALID_PARAMS", expected)])
  })

  test("limits count what is unpacked, whatever the archive says", () => {
    const bytes = bomb("histories.ndjson", 5_000_000, 10)
    expect(() => [...unpackArchive(bytes, () => true, { bytes: 1_000_000, entries: 5 })]).toThrow(
      "expected an unpacked size of at most 1000000 bytes",
    )
    const many = zipOf(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}`, "x"])))
    expect(() => [...unpackArchive(many, () => true, { bytes: 100, entries: 5 })]).toThrow("expected at most 5 files")
  })
})

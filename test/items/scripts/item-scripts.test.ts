import { describe, expect, test } from "vitest"
import { ApiError } from "../../../emulator/client/index.ts"
import { quickjsScripts, type Scripts } from "../../../src/ports/index.ts"
import type { Answered } from "../../conformance.ts"
import { optionsOf } from "../../operations/fields/options-of.ts"
import {
  ANY_ID,
  actionIdOf,
  at,
  datastoreOf,
  expectUnchanged,
  fieldIdOf,
  fixtureItem,
  itemOf,
  itemsOf,
  office,
  refusal,
  statusIdOf,
} from "../../operations/items/office.ts"
import { type FakeScript, FakeScripts, Rejected } from "./fake-scripts.ts"

/** Deals and Lines with scripts for their update and create actions. `post` is `{ code, sync }` or a code. */
async function scriptedOffice(
  scripts: Record<string, FakeScript>,
  { pre, post }: { pre?: string; post?: string | { code: string; sync: boolean } } = {},
) {
  const port = new FakeScripts(scripts)
  const own = {
    ...(pre === undefined ? {} : { pre_script: pre }),
    ...(post === undefined ? {} : { post_script: post }),
  }
  const all = await office(
    ({ deals, lines }) => {
      deals.actions = {
        ...deals.actions,
        CreateDeal: { crud_type: "1", default: true, ...own },
        UpdateDeal: { crud_type: "2", default: true, ...own },
        DeleteDeal: { crud_type: "3", default: true, ...own },
      }
      lines.actions = { CreateItem: { crud_type: "1", ...own }, UpdateItem: { crud_type: "2", ...own } }
    },
    { scripts: port },
  )
  return { ...all, runs: port.runs }
}

describe("a pre script", () => {
  test("runs before the write and its value is pre_result; undefined is null", async () => {
    const { world, ada } = await scriptedOffice({ look: () => ({ ok: 1 }), nothing: () => undefined }, { pre: "look" })
    const { body } = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x" } } })
    expect(body).toEqual({ error: null, history_id: ANY_ID, item_id: ANY_ID, pre_result: { result: { ok: 1 } } })
    expect(itemsOf(world, "Deals")).toHaveLength(3)
    const silent = await scriptedOffice({ nothing: () => undefined }, { pre: "nothing" })
    const created = await silent.ada.createItem({ params: at("Deals") })
    expect(created.body.pre_result).toEqual({ result: null })
  })

  test("stops the action and writes nothing if it rejects or throws", async () => {
    const reasons: [FakeScript, unknown][] = [
      [() => Promise.reject(new Rejected({ why: "no" })), { why: "no" }],
      [
        () => {
          throw new Error("broken")
        },
        "broken",
      ],
    ]
    for (const [stop, result] of reasons) {
      const { world, ada } = await scriptedOffice({ stop }, { pre: "stop" })
      const { iId } = fixtureItem(world, "Deals", 0)
      const calls: (() => Promise<Answered<unknown>>)[] = [
        () => ada.createItem({ params: at("Deals"), body: { item: { Amount: "x" } } }),
        () => ada.updateItem({ params: at("Deals", iId), body: { rev_no: 1, item: { Amount: "x" } } }),
        () => ada.executeAction({ params: at("Deals", iId, "DeleteDeal"), body: {} }),
        () => ada.deleteItem({ params: at("Deals", iId) }),
      ]
      for (const call of calls) {
        expect(refusal(await expectUnchanged(world, call))).toEqual({
          status: 400,
          body: {
            error: "",
            details: { result, status: "REJECTED", stop_execution: true },
            error_code: "PROCESS_STOPPED",
          },
        })
      }
    }
  })

  test("puts the reason of its rejection into the message of an in-process call's error and of a client's", async () => {
    const reasons: [unknown, string][] = [
      ["no discount\nabove 10 %", "the pre script stopped the action: no discount above 10 %"],
      [{ limit: 10 }, 'the pre script stopped the action: {"limit":10}'],
      [null, "the pre script stopped the action"],
      ["x".repeat(600), `the pre script stopped the action: ${"x".repeat(500)}…`],
    ]
    for (const [reason, text] of reasons) {
      const stop = () => {
        throw new Rejected(reason)
      }
      const { world } = await scriptedOffice({ stop }, { pre: "stop" })
      const call = world.as("ada@acme.test").createItem({ application: "CRM", datastore: "Deals" } as never)
      await expect(call).rejects.toThrow(`CreateItem in CRM/Deals as ada@acme.test: ${text} (PROCESS_STOPPED, 400)`)
    }
    const details = { result: "no discount", status: "REJECTED", stop_execution: true }
    const { message } = new ApiError("createItem", 400, { error: "", details, error_code: "PROCESS_STOPPED" })
    expect(message).toBe("createItem: 400 PROCESS_STOPPED: no discount")
  })

  test("returns the reason if a limit stopped it", async () => {
    const { world, ada } = await scriptedOffice({}, { pre: "missing" })
    const refused = await expectUnchanged(world, () => ada.createItem({ params: at("Deals") }))
    expect(refusal(refused)).toMatchObject({
      status: 400,
      body: { error_code: "PROCESS_STOPPED", details: { result: "no script missing" } },
    })
  })

  test("comes after action, field keys, item and revision, before the values", async () => {
    const { world, ada, runs } = await scriptedOffice({ look: () => 1 }, { pre: "look" })
    const { iId } = fixtureItem(world, "Deals", 0)
    const update = (itemId: string, body: object) =>
      expectUnchanged(world, () => ada.updateItem({ params: at("Deals", itemId), body }))
    expect((await update(iId, { action_id: "Nope" })).status).toBe(400)
    expect((await update(iId, { item: { Nope: 1 } })).status).toBe(400)
    expect((await update("0".repeat(24), {})).status).toBe(404)
    expect((await update(iId, { rev_no: 5 })).status).toBe(409)
    expect(runs).toHaveLength(0)
    expect((await update(iId, { rev_no: 1, item: { Amount: "x" } })).status).toBe(400)
    expect(runs).toHaveLength(1)
  })

  test("receives the response that anybody receives for a call that the API does not have", async () => {
    const { ada } = await scriptedOffice(
      {
        call: async ({ callApi }) => [
          await callApi("GET", "/api/v0/nowhere?a=1", null),
          await callApi("PATCH", "/api/v0/userinfo", {}),
          await callApi("GET", "http://elsewhere.test/api/v0/userinfo", null).catch((error: Error) => error.message),
        ],
      },
      { pre: "call" },
    )
    const { body } = await ada.createItem({ params: at("Deals") })
    expect(body.pre_result).toEqual({
      result: [
        { error: "the path /api/v0/nowhere does not exist", error_code: "NOT_FOUND" },
        { error: "the path does not allow the method PATCH", error_code: "INVALID_PARAMS" },
        expect.stringContaining("to begin with /api/v0/"),
      ],
    })
  })

  test("is never run for related items", async () => {
    const { ada, runs } = await scriptedOffice({ look: () => 1 }, { pre: "look" })
    await ada.createItem({
      params: at("Deals"),
      body: { exec_children_post_procs: true, related_ds_items: { Lines: [{ operation: 1, item: {} }] } },
    })
    expect(runs).toHaveLength(1)
  })

  test("has no effect if it is switched off", async () => {
    const all = await office(
      ({ deals }) => {
        deals.actions = {
          ...deals.actions,
          CreateDeal: { crud_type: "1", default: true, pre_script: { code: "x", enabled: false } },
        }
      },
      { scripts: new FakeScripts({}) },
    )
    const { status, body } = await all.ada.createItem({ params: at("Deals") })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty("pre_result")
  })
})

test("a sandbox that fails has stopped its script: nothing is written before, and what was written is answered", async () => {
  const scripts: Scripts = {
    run: () => Promise.reject(new Error("no memory")),
    check: async () => null,
    close: () => {},
  }
  for (const [own, written] of [
    [{ pre_script: "x" }, 2],
    [{ post_script: "x" }, 3],
  ] as const) {
    const { world, ada } = await office(
      ({ deals }) => {
        deals.actions = { ...deals.actions, CreateDeal: { crud_type: "1", default: true, ...own } }
      },
      { scripts },
    )
    const { status, body } = await ada.createItem({ params: at("Deals") })
    expect(status).toBe(written === 3 ? 200 : 400)
    expect(JSON.stringify(body)).toContain("the sandbox failed: Error: no memory")
    expect(itemsOf(world, "Deals")).toHaveLength(written)
  }
})

describe("a post script", () => {
  test("returns as_result after the commit if it is awaited", async () => {
    const seen: number[] = []
    const { world, ada } = await scriptedOffice(
      {
        after: () => {
          seen.push(itemsOf(world, "Deals").length)
          return "done"
        },
      },
      { post: "after" },
    )
    const { body } = await ada.createItem({ params: at("Deals") })
    expect(body.as_result).toEqual({ result: "done" })
    expect(seen).toEqual([3])
    const { iId } = fixtureItem(world, "Deals", 0)
    const updated = await ada.updateItem({ params: at("Deals", iId), body: { rev_no: 1 } })
    expect(updated.body.as_result).toEqual({ result: "done" })
  })

  test("leaves the result null and runs after the response if it is not awaited", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const ended: string[] = []
    const { world, ada } = await scriptedOffice(
      {
        slow: async () => {
          await gate
          ended.push("slow")
        },
      },
      { post: { code: "slow", sync: false } },
    )
    const { body } = await ada.createItem({ params: at("Deals") })
    expect(body.as_result).toEqual({ result: null })
    expect(ended).toEqual([])
    release()
    await world.idle()
    expect(ended).toEqual(["slow"])
  })

  test("reaches nothing of the world any more if it outlives a reset", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const answers: unknown[] = []
    const { world, ada } = await scriptedOffice(
      {
        slow: async ({ callApi }) => {
          await gate
          const path = "/api/v0/applications/CRM/datastores/Deals/items/new"
          answers.push(await callApi("POST", path, { item: {} }).catch(({ message }: Error) => message))
        },
      },
      { post: { code: "slow", sync: false } },
    )
    const before = world.hash()
    await ada.createItem({ params: at("Deals") })
    await world.reset()
    release()
    await world.idle()
    expect(answers).toEqual(["the world was replaced while the script ran"])
    expect(world.hash()).toBe(before)
  })

  test("does not undo the write if it fails", async () => {
    const { world, ada } = await scriptedOffice(
      {
        fail: () => {
          throw new Error("too late")
        },
      },
      { post: "fail" },
    )
    const { status, body } = await ada.createItem({ params: at("Deals") })
    expect(status).toBe(200)
    expect(body.as_result).toEqual({ result: { error: "too late" } })
    expect(itemsOf(world, "Deals")).toHaveLength(3)
  })

  test("is run for related items with exec_children_post_procs only", async () => {
    for (const [exec_children_post_procs, expected] of [
      [true, 3],
      [false, 1],
    ] as const) {
      const { ada, runs } = await scriptedOffice(
        { after: ({ data }) => (data as { d_disp_id: string }).d_disp_id },
        { post: "after" },
      )
      const { body } = await ada.createItem({
        params: at("Deals"),
        body: {
          exec_children_post_procs,
          related_ds_items: {
            Lines: [
              { operation: 1, item: {} },
              { operation: 1, item: {} },
            ],
          },
        },
      })
      expect(body.as_result).toEqual({ result: "Deals" })
      expect(runs).toHaveLength(expected)
    }
  })
})

test("return_actionscript_logs adds the loggers' lines", async () => {
  const { world, ada } = await scriptedOffice({ a: () => 1, b: () => 2 }, { pre: "a", post: "b" })
  const { iId } = fixtureItem(world, "Deals", 0)
  const params = at("Deals", iId, "UpdateDeal")
  const { body } = await ada.executeAction({ params, body: { rev_no: 1, return_actionscript_logs: true } })
  expect(body).toMatchObject({
    actionscript_logs: ["ran a", "ran b"],
    pre_result: { result: 1 },
    as_result: { result: 2 },
  })
  const quiet = await ada.executeAction({ params, body: { rev_no: 2 } })
  expect(quiet.body).not.toHaveProperty("actionscript_logs")
})

describe("data", () => {
  test("a pre script on update receives the stored values and the new ones", async () => {
    const { world, ada, runs } = await scriptedOffice({ look: () => 1 }, { pre: "look" })
    const item = fixtureItem(world, "Deals", 0)
    const deals = datastoreOf(world, "Deals")
    const { user } = await world.raw.as("ada@acme.test").getUserInfo()
    await ada.updateItem({
      params: at("Deals", item.iId),
      body: {
        item: { Amount: "77", Stage: "offer", No: "x", Discount: null },
        rev_no: 1,
        comment: "hm",
        as_params: { a: [1] },
      },
    })
    const data = runs[0]?.data as Record<string, Record<string, unknown>>
    expect(data).toMatchObject({
      u_id: user.uId,
      user_name: "Ada",
      email: "ada@acme.test",
      created_by: "Ada",
      updated_by: "Ada",
      created_at: "2026/01/05 09:00:00",
      updated_at: "2026/01/05 09:00:00",
      w_id: deals.wId,
      p_id: deals.pId,
      d_id: deals.dId,
      d_disp_id: "Deals",
      i_id: item.iId,
      title: "First deal",
      status_id: statusIdOf(world, "Deals", "New"),
      history_id: "",
      trans_id: ANY_ID,
      a_id: actionIdOf(world, "Deals", "UpdateDeal"),
      comment: "hm",
      as_params: { a: [1] },
      item_links: [{ d_id: fixtureItem(world, "Customers", 0).dId, i_ids: [fixtureItem(world, "Customers", 0).iId] }],
    })
    const sId = statusIdOf(world, "Deals", "Working")
    expect(data.statuses?.[sId]).toEqual({
      s_id: sId,
      status_id: "Working",
      name: "Working",
      color: "#3366cc",
      order: 1,
    })
    const aId = actionIdOf(world, "Deals", "Start")
    expect(data.actions?.[aId]).toEqual({ a_id: aId, action_id: "Start", name: "Start", crud_type: "2" })
    const fields = data.fields_data as Record<string, Record<string, unknown>>
    expect(fields.Amount).toEqual({
      f_id: fieldIdOf(world, "Deals", "Amount"),
      display_id: "Amount",
      value: 1000,
      uncommitted_value: 77,
      dataType: "number",
      name: "Amount",
    })
    const offer = optionsOf(deals.fields.find(({ displayId }) => displayId === "Stage"))[1]?.oId
    expect(fields.Stage).toMatchObject({ uncommitted_value: offer })
    expect(fields.Discount).toMatchObject({ value: 100, uncommitted_value: null })
    expect(fields.Title).not.toHaveProperty("uncommitted_value")
    expect(fields.No).not.toHaveProperty("uncommitted_value")
    expect(fields).not.toHaveProperty("Section")
  })

  test("a pre script on create receives no item, and the post script receives it", async () => {
    const { world, ada, runs } = await scriptedOffice({ a: () => 1, b: () => 2 }, { pre: "a", post: "b" })
    const { body } = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x" } } })
    const [pre, post] = runs.map(({ data }) => data)
    expect(pre).toMatchObject({ i_id: "", history_id: "", title: "", status_id: "", item_links: [] })
    expect(pre?.fields_data).toMatchObject({ Title: { value: null, uncommitted_value: "x" } })
    expect(pre).not.toHaveProperty("as_params")
    expect(post).toMatchObject({
      i_id: body.item_id,
      history_id: body.history_id,
      title: "x",
      trans_id: pre?.trans_id,
      status_id: statusIdOf(world, "Deals", "New"),
    })
    const fields = post?.fields_data as Record<string, Record<string, unknown>>
    expect(fields.Title).toMatchObject({ value: "x" })
    expect(fields.Title).not.toHaveProperty("uncommitted_value")
    expect(world.view().get("histories", body.history_id)?.transactionId).toBe(pre?.trans_id)
  })
})

test("scripts call the API as the executing user; more than five deep they are stopped", async () => {
  const { world, bob } = await scriptedOffice(
    {
      again: async ({ callApi, data }) => {
        const { i_id: iId } = data as { i_id: string }
        const answer = await callApi("POST", `/api/v0/applications/CRM/datastores/Deals/items/edit/${iId}`, {
          is_force_update: true,
        })
        return answer
      },
    },
    { pre: "again" },
  )
  const { iId } = fixtureItem(world, "Deals", 0)
  const { status, body } = await bob.updateItem({ params: at("Deals", iId), body: { is_force_update: true } })
  expect(status).toBe(200)
  let depth = 0
  let at_: unknown = body
  while (typeof at_ === "object" && at_ !== null && "pre_result" in at_) {
    depth += 1
    at_ = (at_ as { pre_result: { result: unknown } }).pre_result.result
  }
  expect(depth).toBe(5)
  expect(at_).toMatchObject({ error_code: "PROCESS_STOPPED" })
  expect(itemOf(world, "Deals", iId)?.revNo).toBe(6)
  const { user } = await world.raw.as("bob@acme.test").getUserInfo()
  expect(
    new Set(
      world
        .view()
        .table("histories")
        .toArray()
        .map(({ uId }) => uId),
    ),
  ).toEqual(new Set([user.uId]))
})

describe("webhooks", () => {
  const hooked = async (post: (url: string, body: unknown) => Promise<number>) => {
    const order: string[] = []
    const scripts = new FakeScripts({ after: () => void order.push("script") })
    const all = await office(
      ({ deals, lines }) => {
        const webhooks = ["http://127.0.0.1:9/a", "http://127.0.0.1:9/b"]
        deals.actions = {
          ...deals.actions,
          CreateDeal: { crud_type: "1", default: true, post_script: "after", webhooks },
        }
        lines.actions = { CreateItem: { crud_type: "1", webhooks: ["http://127.0.0.1:9/line"] } }
      },
      {
        scripts,
        webhooks: {
          post: (url, body) => {
            order.push(url)
            return post(url, body)
          },
        },
      },
    )
    return { ...all, order }
  }

  test("are sent after the post script, with its data, and logged", async () => {
    const { world, ada, order } = await hooked(async () => 204)
    const { body } = await ada.createItem({ params: at("Deals"), body: { item: { Title: "x" } } })
    await world.idle()
    expect(order).toEqual(["script", "http://127.0.0.1:9/a", "http://127.0.0.1:9/b"])
    expect(world.webhookLog.entries).toMatchObject([
      { url: "http://127.0.0.1:9/a", status: 204, body: { data: { i_id: body.item_id, title: "x" } } },
      { url: "http://127.0.0.1:9/b", status: 204 },
    ])
  })

  test("change nothing if they can't be delivered, and are logged with the reason", async () => {
    const { world, ada } = await hooked(async () => {
      throw new Error("refused")
    })
    expect((await ada.createItem({ params: at("Deals") })).status).toBe(200)
    await world.idle()
    expect(world.webhookLog.entries.map(({ error }) => error)).toEqual(["refused", "refused"])
  })

  test("are not logged any more if they end after a reset", async () => {
    let release = (_: number) => {}
    const answered = new Promise<number>((resolve) => {
      release = resolve
    })
    const { world, ada } = await hooked(() => answered)
    await ada.createItem({ params: at("Deals") })
    await world.reset()
    release(200)
    await world.idle()
    expect(world.webhookLog.entries).toEqual([])
  })

  test("are sent for related items with exec_children_post_procs only", async () => {
    for (const exec_children_post_procs of [true, false]) {
      const { world, ada, order } = await hooked(async () => 200)
      const related_ds_items = { Lines: [{ operation: 1, item: {} }] }
      await ada.createItem({ params: at("Deals"), body: { exec_children_post_procs, related_ds_items } })
      await world.idle()
      expect(order.includes("http://127.0.0.1:9/line")).toBe(exec_children_post_procs)
    }
  })
})

test("a script in the real sandbox sees its data, calls the API and stops an action", async () => {
  const scripts = quickjsScripts()
  try {
    const { world, ada } = await office(
      ({ deals }) => {
        deals.actions = {
          ...deals.actions,
          UpdateDeal: {
            crud_type: "2",
            default: true,
            pre_script:
              "async function main(data) { if (data.as_params && data.as_params.stop) throw { code: 7 }; logger.info(data.title); return data.fields_data.Title.uncommitted_value }",
            post_script:
              "async function main(data) { const details = await callAPIAsync('GET', '/api/v0/datastores/' + data.d_id + '/items/' + data.i_id); return details.title }",
          },
        }
      },
      { scripts },
    )
    const { iId } = fixtureItem(world, "Deals", 0)
    const update = (body: object) =>
      ada.updateItem({ params: at("Deals", iId), body: { item: { Title: "new" }, rev_no: 1, ...body } })
    const stopped = await expectUnchanged(world, () => update({ as_params: { stop: true } }))
    expect(refusal(stopped)).toMatchObject({ status: 400, body: { details: { result: { code: 7 } } } })
    const { body } = await update({})
    expect(body).toMatchObject({ pre_result: { result: "new" }, as_result: { result: "new" } })
  } finally {
    scripts.close()
  }
})

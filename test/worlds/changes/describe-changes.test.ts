import { describe, expect, test } from "vitest"
import { describeChanges } from "../../../emulator/worlds/index.ts"
import { putMail } from "../../../src/engine/mail/queue-mail.ts"
import type { UId } from "../../../src/model/index.ts"
import { issueToken } from "../../../src/people/index.ts"
import { type Change, itemsTable, type Tx } from "../../../src/state/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { smallFixture } from "../../sample-worlds/small.ts"

const makeWorld = () => createEngineWorld({ fixture: smallFixture })

/** Descriptions of the changes of one or several transactions. */
async function changesOf(world: EngineWorld, ...commands: ((tx: Tx) => unknown)[]): Promise<string[]> {
  const changes: Change[] = []
  const stop = world.onChange((change) => changes.push(change))
  for (const command of commands) await world.commit("Test", null, (tx) => void command(tx))
  stop()
  return describeChanges(world.view(), changes)
}

const userOf = (tx: Tx, email: string) => tx.expect("users", tx.ids("usersByEmail", email)[0] ?? "")

function itemOf(tx: Tx, datastoreId: string, title: string) {
  const datastore = tx
    .table("datastores")
    .toArray()
    .find(({ displayId }) => displayId === datastoreId)
  const items = tx.table(itemsTable(datastore?.dId ?? "")).toArray()
  const item = items.find(({ values }) => Object.values(values).includes(title))
  if (datastore === undefined || item === undefined) throw new Error(`no ${title}`)
  const fieldId = (id: string) => datastore.fields.find(({ displayId }) => displayId === id)?.fId ?? ""
  return { table: itemsTable(item.dId), item, fieldId }
}

describe("effects in words of the domain", () => {
  test("a field's change, in list form and cut to a line", async () => {
    const world = await makeWorld()
    const change = (values: Record<string, unknown>) => (tx: Tx) => {
      const { table, item, fieldId } = itemOf(tx, "Customers", "Globex")
      const changed = Object.fromEntries(Object.entries(values).map(([id, value]) => [fieldId(id), value]))
      tx.patch(table, item.iId, { values: { ...item.values, ...changed } as never, revNo: item.revNo + 1 })
    }
    expect(await changesOf(world, change({ Code: "GLO", Notes: undefined }))).toEqual([
      "item Globex Code GLX→GLO",
      "item Globex Notes Makes everything.→(empty)",
    ])
    expect(await changesOf(world, change({ Notes: `one\n${"x".repeat(100)}` }))).toEqual([
      `item Globex Notes (empty)→one ${"x".repeat(55)}…`,
    ])
    expect(await changesOf(world, change({}))).toEqual(["item Globex rev_no 3→4"])
  })

  test("several changes of one record are one, and what came and went is none", async () => {
    const world = await makeWorld()
    const change = (code: string) => (tx: Tx) => {
      const { table, item, fieldId } = itemOf(tx, "Customers", "Globex")
      tx.patch(table, item.iId, { values: { ...item.values, [fieldId("Code")]: code } })
    }
    expect(await changesOf(world, change("A"), change("B"))).toEqual(["item Globex Code GLX→B"])
    const mail = (tx: Tx) => putMail(tx, "email", "a@b.test", "x@y.test", { subject: "s", text: "t", html: "h" })
    expect(await changesOf(world, mail, (tx) => tx.remove("mails", tx.table("mails").toArray()[0]?.id ?? ""))).toEqual(
      [],
    )
  })

  test("items made and deleted, their keys and links", async () => {
    const world = await makeWorld()
    expect(
      await changesOf(world, (tx) => {
        const { table, item } = itemOf(tx, "Customers", "Globex")
        tx.put(table, { ...item, iId: "f".repeat(24) as typeof item.iId, values: {} })
        tx.patch(table, item.iId, { accessKeys: [] })
        tx.put("links", {
          fromIId: item.iId,
          fromDId: item.dId,
          toIId: "f".repeat(24) as typeof item.iId,
          toDId: item.dId,
          type: "link",
          fId: null,
          isReverse: false,
        })
      }),
    ).toEqual([
      `item ${"f".repeat(24)} created in Customers`,
      expect.stringMatching(/^item Globex access keys \d+→0$/),
      `link Globex → ${"f".repeat(24)} added`,
    ])
    expect(
      await changesOf(world, (tx) => {
        const { table, item } = itemOf(tx, "Customers", "Initech")
        tx.remove(table, item.iId)
        tx.put("deletedItems", { iId: item.iId, dId: item.dId, deletedAt: tx.now, deletedBy: "IMPORT" })
      }),
    ).toEqual(["item Initech deleted"])
  })

  test("users: of a password only that it changed", async () => {
    const world = await makeWorld()
    const lines = await changesOf(world, (tx) => {
      const bob = userOf(tx, "bob@acme.test")
      tx.patch("users", bob.uId, {
        username: "Robert",
        passwordHash: "$secret-hash",
        failedLogins: 2,
        confirmed: true,
        memberships: [],
        lockedUntil: "until-reset",
      })
    })
    expect(lines).toEqual([
      "user bob@acme.test name Bob→Robert",
      "user bob@acme.test failed logins 0→2",
      "user bob@acme.test password changed",
      "user bob@acme.test locked until a new password",
      "user bob@acme.test left group ACME",
    ])
  })

  test("mails and tokens: never the token itself", async () => {
    const world = await makeWorld()
    let token = ""
    const lines = await changesOf(world, (tx) => {
      token = issueToken(tx, userOf(tx, "bob@acme.test"))
      putMail(tx, "password", "bob@acme.test", "x@y.test", { subject: "s", text: "t", html: "h" })
    })
    expect(lines).toEqual(["token of bob@acme.test issued", "mail password to bob@acme.test sent"])
    expect(await changesOf(world, (tx) => tx.remove("tokens", token))).toEqual(["token of bob@acme.test revoked"])
  })

  test("a change that refers to deleted records is reported all the same", async () => {
    const world = await makeWorld()
    const changes: Change[] = []
    world.onChange((change) => changes.push(change))
    await world.commit("Test", null, (tx) => {
      const { table, item, fieldId } = itemOf(tx, "Customers", "Globex")
      tx.patch(table, item.iId, { values: { ...item.values, [fieldId("Owner")]: ["f".repeat(24) as UId] } })
    })
    expect(describeChanges(world.view(), changes)).toHaveLength(1)
    const other = await createEngineWorld()
    expect(describeChanges(other.view(), changes)).toHaveLength(1)
  })
})

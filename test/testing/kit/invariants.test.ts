import { expect, test } from "vitest"
import { BrokenInvariants, checkInvariants, invariants } from "../../../emulator/testing/kit/index.ts"
import type { Datastore } from "../../../src/model/records/index.ts"
import { itemsTable, type Tx } from "../../../src/state/index.ts"
import { NO_INDEXES } from "../../../src/state/indexes.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { kitWorld } from "../../sample-worlds/kit-world.ts"

/** Damage to a world that bypasses the engine, by the invariant that must report it. */
const damage: Readonly<Record<string, (tx: Tx) => void>> = {
  "keys-stand-once": (tx) =>
    changeItem(tx, "Customers", (item) => ({ accessKeys: [...item.accessKeys, ...item.accessKeys] })),
  "revisions-count-up": (tx) => changeItem(tx, "Customers", () => ({ revNo: 0 })),
  "statuses-are-known": (tx) => changeItem(tx, "Orders", () => ({ statusId: null })),
  "values-belong-to-fields": (tx) =>
    changeItem(tx, "Customers", (item) => ({ values: { ...item.values, "0123": "x" } })),
  "unique-values-are-unique": (tx) => {
    const [first, second] = itemsOf(tx, "Customers")
    if (first !== undefined && second !== undefined) {
      tx.patch(itemsTable(second.dId), second.iId, { values: { ...second.values, ...first.values } })
    }
  },
  "links-join-items": (tx) => {
    const [item] = itemsOf(tx, "Customers")
    if (item !== undefined) tx.remove(itemsTable(item.dId), item.iId)
  },
  "lookups-are-linked": (tx) => {
    for (const link of tx.table("links").toArray()) removeLink(tx, link)
  },
  "numbers-are-issued-once": (tx) => {
    const [line] = itemsOf(tx, "Lines")
    if (line !== undefined) tx.put(itemsTable(line.dId), { ...line, iId: tx.newId<"i_id">() })
  },
  "files-are-attached": (tx) => {
    const [item] = itemsOf(tx, "Customers")
    const user = tx.table("users").toArray()[0]
    if (item === undefined || user === undefined) return
    tx.put("files", {
      fileId: tx.newId<"file_id">(),
      wId: tx.expect("datastores", item.dId).wId,
      pId: null,
      dId: item.dId,
      fId: null,
      iId: item.iId,
      uId: user.uId,
      name: "lost.txt",
      contentType: "text/plain",
      size: 0,
      blob: "",
      createdAt: tx.now,
      updatedAt: tx.now,
      deleted: false,
      temporary: false,
    })
  },
  "deleted-items-are-gone": (tx) => {
    const [item] = itemsOf(tx, "Customers")
    if (item !== undefined) {
      tx.put("deletedItems", { iId: item.iId, dId: item.dId, deletedAt: tx.now, deletedBy: item.createdBy })
    }
  },
  "identities-are-unique": (tx) => changeUser(tx, "bob@kit.test", { email: "ada@kit.test" }),
  "user-codes-are-unique": (tx) => {
    changeUser(tx, "ada@kit.test", { userCode: "X" })
    changeUser(tx, "bob@kit.test", { userCode: "X" })
  },
  "memberships-lead-to-groups": (tx) => {
    const group = tx
      .table("groups")
      .toArray()
      .find(({ displayId }) => displayId === "field")
    if (group !== undefined) tx.remove("groups", group.gId)
  },
  "roles-are-held-where-one-works": (tx) => changeUser(tx, "bob@kit.test", { memberships: [] }),
  "group-trees-are-trees": (tx) => {
    const group = tx
      .table("groups")
      .toArray()
      .find(({ displayId }) => displayId === "sales")
    if (group !== undefined) tx.patch("groups", group.gId, { parentGId: group.gId })
  },
  "confirmations-live-once": (tx) => {
    const user = tx.table("users").toArray()[0]
    if (user === undefined) return
    for (const text of ["one", "two"]) {
      tx.put("confirmations", {
        confirmationId: tx.newId<"confirmation_id">(),
        kind: "password",
        uId: user.uId,
        email: user.email,
        tmpEmail: null,
        createdAt: tx.now,
        updatedAt: tx.now,
        accessed: false,
        emailConfirmed: false,
        used: false,
        replaced: false,
        redirectTo: `https://${text}.test`,
        wId: null,
      })
    }
  },
  "tokens-belong-to-users": (tx) => {
    const user = tx.table("users").toArray()[0]
    if (user === undefined) return
    tx.put("tokens", {
      token: "t",
      uId: tx.newId<"u_id">(),
      jti: "j",
      expiresAt: null,
      isFixed: false,
      createdAt: tx.now,
    })
  },
  "actions-agree-with-settings": (tx) => {
    const [datastore] = tx.table("datastores").toArray()
    if (datastore !== undefined) tx.patch("datastores", datastore.dId, { actions: doubleActions(datastore) })
  },
  "fields-agree-with-settings": (tx) => {
    const [datastore] = tx.table("datastores").toArray()
    if (datastore !== undefined) {
      tx.patch("datastores", datastore.dId, { fields: [...datastore.fields, ...datastore.fields] })
    }
  },
  "what-names-fields-finds-them": (tx) => {
    const [datastore] = tx.table("datastores").toArray()
    const condition = { id: "0123", searchValue: ["x"] }
    if (datastore !== undefined) tx.patch("datastores", datastore.dId, { defaultSearch: [condition] })
  },
  "computed-values-follow": (tx) => {
    const datastore = tx
      .table("datastores")
      .toArray()
      .find(({ fields }) => fields.some((field) => "calc" in field))
    const fId = datastore?.fields.find((field) => "calc" in field)?.fId ?? ""
    if (datastore !== undefined) {
      changeItem(tx, datastore.displayId, ({ values }) => ({ values: { ...values, [fId]: -123456 } }))
    }
  },
  "functions-agree-with-settings": (tx) => {
    const [application] = tx.table("applications").toArray()
    const stray = {
      fnId: tx.newId<"fn_id">(),
      displayId: "stray",
      code: "",
      enabled: true,
      roles: [tx.newId<"r_id">()],
    }
    if (application !== undefined) tx.patch("applications", application.pId, { functions: [stray] })
  },
  "current-workspaces-are-open": (tx) => {
    const [workspace] = tx.table("workspaces").toArray()
    if (workspace !== undefined) tx.patch("workspaces", workspace.wId, { isArchived: true })
  },
  "auto-actions-run-actions": (tx) => {
    const [auto] = tx.table("autoActions").toArray()
    if (auto !== undefined) tx.patch("autoActions", auto.autoId, { aId: tx.newId<"a_id">() })
  },
  "reports-name-what-is-there": (tx) => {
    const [application] = tx.table("applications").toArray()
    if (application === undefined) return
    tx.put("charts", {
      chId: tx.newId<"ch_id">(),
      wId: application.wId,
      pId: application.pId,
      displayId: "Lost",
      name: { en: "Lost" },
      rpId: tx.newId<"rp_id">(),
      type: "bar",
      labels: tx.newId<"rpf_id">(),
      series: null,
      values: [],
      zero: false,
      color: "",
      createdAt: tx.now,
      ordinal: tx.nextOrdinal(),
    })
  },
  "schedules-lie-ahead": (tx) => {
    const [auto] = tx.table("autoActions").toArray()
    if (auto !== undefined) tx.patch("autoActions", auto.autoId, { nextExecAt: "2020-01-01T00:00:00.000Z" })
  },
}

const doubleActions = ({ actions }: Datastore) => [...actions, ...actions]

/** Invariants that check the state as a whole. No write through a transaction can break them. */
const BEYOND_WRITES = ["indexes-match-tables", "exports-come-back"]

const itemsOf = (tx: Tx, displayId: string) => {
  const datastore = tx
    .table("datastores")
    .toArray()
    .find((one) => one.displayId === displayId)
  return datastore === undefined ? [] : tx.table(itemsTable(datastore.dId)).toArray()
}

type AnyItem = ReturnType<typeof itemsOf>[number]

function changeItem(tx: Tx, displayId: string, patch: (item: AnyItem) => Partial<AnyItem>): void {
  const [item] = itemsOf(tx, displayId)
  if (item !== undefined) tx.patch(itemsTable(item.dId), item.iId, patch(item))
}

function changeUser(tx: Tx, email: string, patch: Parameters<typeof tx.patch<"users">>[2]): void {
  const user = tx
    .table("users")
    .toArray()
    .find((one) => one.email === email)
  if (user !== undefined) tx.patch("users", user.uId, patch)
}

function removeLink(tx: Tx, link: { readonly fromIId: string }): void {
  for (const key of tx.ids("linksFrom", link.fromIId)) tx.remove("links", key)
}

const makeWorld = (): Promise<EngineWorld> => createEngineWorld({ fixture: kitWorld })

test("a sound world keeps every invariant", async () => {
  await expect(checkInvariants(await makeWorld())).resolves.toBeUndefined()
})

test.each(Object.entries(damage))("%s sees what is wrong", async (name, break_) => {
  const world = await makeWorld()
  await world.commit("Damage", null, break_)
  const error = await checkInvariants(world, { only: [name] }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(BrokenInvariants)
  expect((error as BrokenInvariants).broken.map((one) => one.name)).toEqual([name])
})

test("every invariant is tried here", () => {
  expect([...Object.keys(damage), ...BEYOND_WRITES].sort()).toEqual(invariants.map(({ name }) => name).sort())
})

test("an index that differs from its table is named", async () => {
  const world = await makeWorld()
  const indexes = { ...world.state.indexes, usersByEmail: NO_INDEXES.usersByEmail }
  await world.replaceWith({ ...world.state, indexes })
  await expect(checkInvariants(world, { only: ["indexes-match-tables"] })).rejects.toThrow("usersByEmail lacks")
})

test("an unknown invariant is refused", async () => {
  await expect(checkInvariants(await makeWorld(), { only: ["nonsense"] })).rejects.toThrow(
    "unknown invariant: nonsense",
  )
})

test("a lookup that still names an item which was deleted is seen", async () => {
  const world = await createEngineWorld({ fixture: kitWorld })
  await world.commit("Test", null, (tx) => {
    const link = tx
      .table("links")
      .toArray()
      .find(({ type, isReverse }) => type === "lookup" && !isReverse)
    if (link === undefined) throw new Error("the world has no lookup")
    const target = tx.expect(itemsTable(link.toDId), link.toIId)
    for (const one of tx.table("links").toArray()) {
      if (one.fromIId === target.iId || one.toIId === target.iId) removeLink(tx, one)
    }
    tx.remove(itemsTable(target.dId), target.iId)
    tx.put("deletedItems", { iId: target.iId, dId: target.dId, deletedAt: tx.now, deletedBy: target.createdBy })
  })
  const values = invariants.find(({ name }) => name === "values-belong-to-fields")
  expect(await values?.problems(world)).toContainEqual(expect.stringContaining("which does not exist"))
})

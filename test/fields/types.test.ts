import { describe, expect, test } from "vitest"
import { actorOf } from "../../src/access/index.ts"
import { type FormContext, fieldTypeOf, holdsValues, InvalidValue, lookupOf } from "../../src/fields/index.ts"
import { compareSortKeys, type IId } from "../../src/model/index.ts"
import type { Datastore, Field, StoredValue } from "../../src/model/records/index.ts"
import { findUserByReference } from "../../src/people/index.ts"
import { itemsTable } from "../../src/state/index.ts"
import type { World } from "../../src/world/index.ts"
import { optionsOf } from "../operations/fields/options-of.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const world = await smallWorld()

const datastoreOf = (of: World, displayId: string): Datastore => {
  const found = of
    .view()
    .table("datastores")
    .toArray()
    .find((datastore) => datastore.displayId === displayId)
  if (found === undefined) throw new Error(displayId)
  return found
}

const fieldOf = (datastore: string, displayId: string): Field => {
  const found = datastoreOf(world, datastore).fields.find((field) => field.displayId === displayId)
  if (found === undefined) throw new Error(displayId)
  return found
}

const user = (email: string) => {
  const found = findUserByReference(world.view(), email)
  if (found === undefined) throw new Error(email)
  return found
}

const itemOf = (datastore: string, at: number) => {
  const item = world
    .view()
    .table(itemsTable(datastoreOf(world, datastore).dId))
    .toArray()[at]
  if (item === undefined) throw new Error(datastore)
  return item
}

const as = (email: string | null) => (email === null ? null : actorOf(world.view(), user(email)))

/** Stored form of an input, or the refusal's text. */
function write(field: Field, input: unknown, email: string | null = "ada@acme.test", datastore = "Deals") {
  const type = fieldTypeOf(field)
  const parsed = type.parse(input, field, datastoreOf(world, datastore))
  if (parsed instanceof InvalidValue) return `! ${parsed.message}`
  if (parsed === null) return null
  const context = {
    view: world.view(),
    datastore: datastoreOf(world, datastore),
    actor: as(email),
    iId: "0".repeat(24) as IId,
  }
  const fault = type.validate(parsed, field, context)
  return fault === undefined ? parsed : `! ${fault}`
}

const context = (more: Partial<FormContext> = {}): FormContext => ({
  view: world.view(),
  datastore: datastoreOf(world, "Deals"),
  actor: as("ada@acme.test"),
  ids: "display",
  numbers: "text",
  ...more,
})

const details = (field: Field, value: StoredValue | undefined, more: Partial<FormContext> = {}) =>
  fieldTypeOf(field).details(value, field, context(more))
const list = (field: Field, value: StoredValue | undefined, more: Partial<FormContext> = {}) =>
  fieldTypeOf(field).list(value, field, context(more))

const REFUSAL = expect.stringMatching(/^! /)

describe("text and textarea", () => {
  const title = fieldOf("Deals", "Title")
  const code = fieldOf("Customers", "Code")
  test("take strings, and numbers and booleans as texts", () => {
    expect(write(title, "abc")).toBe("abc")
    expect(write(title, 5)).toBe("5")
    expect(write(title, true)).toBe("true")
    expect(write(title, {})).toEqual(REFUSAL)
    expect(write(title, ["a"])).toEqual(REFUSAL)
  })
  test("min_value and max_value limit the length", () => {
    expect(write(code, "1234567890")).toBe("1234567890")
    expect(write(code, "12345678901")).toEqual(REFUSAL)
    expect(write({ ...code, minValue: "2" }, "1")).toEqual(REFUSAL)
    expect(write({ ...code, maxValue: "2" }, "𠮷𠮷")).toBe("𠮷𠮷")
  })
  test("an empty one is an empty text in every form", () => {
    expect(details(title, undefined)).toBe("")
    expect(list(title, undefined)).toBe("")
    expect(details(fieldOf("Deals", "Details"), undefined)).toBe("")
  })
})

test("null and an empty text clear any type", () => {
  for (const field of datastoreOf(world, "Deals").fields) {
    expect(fieldTypeOf(field).parse(null, field, datastoreOf(world, "Deals")), field.dataType).toBeNull()
    expect(fieldTypeOf(field).parse("", field, datastoreOf(world, "Deals")), field.dataType).toBeNull()
  }
})

describe("number", () => {
  const amount = fieldOf("Deals", "Amount")
  test("takes numbers and numeric texts within its limits", () => {
    expect(write(amount, 5)).toBe(5)
    expect(write(amount, "5.25")).toBe(5.25)
    expect(write(amount, "1e3")).toBe(1000)
    expect(write(amount, 0)).toBe(0)
    expect(write(amount, -0)).toBe(0)
    expect(Object.is(write(amount, -0), 0)).toBe(true)
    expect(write(amount, 1_000_000)).toBe(1_000_000)
    for (const bad of [-1, "1000001", "x", "1 2", " ", "0x10", "Infinity", Number.POSITIVE_INFINITY, true, [], {}]) {
      expect(write(amount, bad), JSON.stringify(bad)).toEqual(REFUSAL)
    }
  })
  test("is a Number in details, a text in lists unless a Number is asked for", () => {
    expect(details(amount, 5)).toBe(5)
    expect(list(amount, 5)).toBe("5")
    expect(list(amount, 5, { numbers: "number" })).toBe(5)
    expect(list(amount, 1e21)).toBe("1000000000000000000000")
    expect(list(amount, -1.5e-7)).toBe("-0.00000015")
    expect(list(amount, 1.25e22)).toBe("12500000000000000000000")
    expect(details(amount, undefined)).toBeNull()
    expect(list(amount, undefined)).toBeNull()
  })
})

test("calc and autonum pass inputs over", () => {
  expect(fieldTypeOf(fieldOf("Deals", "Net")).origin.from).toBe("formula")
  expect(fieldTypeOf(fieldOf("Deals", "No")).origin.from).toBe("counter")
  expect(details(fieldOf("Deals", "Net"), 900)).toBe(900)
  expect(list(fieldOf("Deals", "Net"), 900)).toBe("900")
  expect(details(fieldOf("Deals", "Net"), undefined)).toBeNull()
  expect(details(fieldOf("Deals", "No"), "D-00001")).toBe("D-00001")
  expect(details(fieldOf("Deals", "No"), undefined)).toBe("")
})

describe("datetime, date and time", () => {
  const meetAt = fieldOf("Deals", "MeetAt")
  const due = fieldOf("Deals", "Due")
  const callAt = fieldOf("Deals", "CallAt")
  test("a datetime is kept in ms form and answered in seconds; an offset is converted", () => {
    expect(write(meetAt, "2026-01-06T10:30:00Z")).toBe("2026-01-06T10:30:00.000Z")
    expect(write(meetAt, "2026-01-06T10:30:00.123Z")).toBe("2026-01-06T10:30:00.123Z")
    expect(write(meetAt, "2026-01-06T10:30:00,123Z")).toBe("2026-01-06T10:30:00.123Z")
    expect(write(meetAt, "2026-01-06t10:30:00z")).toBe("2026-01-06T10:30:00.000Z")
    expect(write(meetAt, "2026-01-06T10:30:00.5+09:00")).toBe("2026-01-06T01:30:00.500Z")
    expect(write(meetAt, "2026-01-01T00:30:00-01:00")).toBe("2026-01-01T01:30:00.000Z")
    expect(write(meetAt, "2024-02-29T23:59:59Z")).toBe("2024-02-29T23:59:59.000Z")
    expect(write(meetAt, "2026-01-06")).toBe("2026-01-06T00:00:00.000Z")
    const faulty = ["2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-06T24:00:00Z", "2026/1/6", "soon", 5]
    for (const bad of faulty) expect(write(meetAt, bad), String(bad)).toEqual(REFUSAL)
    expect(details(meetAt, "2026-01-06T10:30:00.123Z")).toBe("2026-01-06T10:30:00Z")
    expect(list(meetAt, "2026-01-06T10:30:00.123Z")).toBe("2026-01-06T10:30:00Z")
    expect(details(meetAt, undefined)).toBeNull()
    expect(list(meetAt, undefined)).toBeNull()
  })
  test("a date is a day or an instant", () => {
    expect(write(due, "2026-02-01")).toBe("2026-02-01T00:00:00.000Z")
    expect(write(due, "2026-02-01T05:00:00Z")).toBe("2026-02-01T05:00:00.000Z")
    expect(write(due, "2026-02-29")).toEqual(REFUSAL)
    expect(write(due, "2026/02/01")).toBe("2026-02-01T00:00:00.000Z")
    expect(write(due, "2026/02/29")).toEqual(REFUSAL)
    expect(details(due, "2026-02-01T00:00:00.000Z")).toBe("2026-02-01T00:00:00Z")
  })
  test("min_value and max_value are instants", () => {
    const limited = { ...due, minValue: "2026-01-01", maxValue: "2026-12-31T00:00:00Z" }
    expect(write(limited, "2026-01-01")).toBe("2026-01-01T00:00:00.000Z")
    expect(write(limited, "2025-12-31")).toEqual(REFUSAL)
    expect(write(limited, "2026-12-31T00:00:01Z")).toEqual(REFUSAL)
  })
  test("a time is kept with its seconds", () => {
    expect(write(callAt, "09:15")).toBe("09:15:00")
    expect(write(callAt, "23:59:59")).toBe("23:59:59")
    expect(write(callAt, "2026-02-01T05:06:07Z")).toBe("05:06:07")
    for (const bad of ["24:00", "9:15", "09:60", 915]) expect(write(callAt, bad), String(bad)).toEqual(REFUSAL)
    expect(details(callAt, "09:15:00")).toBe("09:15:00")
    expect(list(callAt, undefined)).toBeNull()
  })
})

describe("options", () => {
  const stage = fieldOf("Deals", "Stage")
  const tags = fieldOf("Deals", "Tags")
  const [lead] = optionsOf(stage)
  const [hot, vip] = optionsOf(tags)
  test("select takes an option by either ID, also in an array of one", () => {
    expect(write(stage, "lead")).toBe(lead?.oId)
    expect(write(stage, lead?.oId)).toBe(lead?.oId)
    expect(write(stage, ["lead"])).toBe(lead?.oId)
    expect(write(stage, [])).toBeNull()
    for (const bad of ["nope", "Lead", "lost", ["lead", "offer"], 5]) expect(write(stage, bad)).toEqual(REFUSAL)
  })
  test("select is the display ID, the internal ID or the label", () => {
    expect(details(stage, lead?.oId)).toBe("lead")
    expect(details(stage, lead?.oId, { ids: "internal" })).toBe(lead?.oId)
    expect(list(stage, lead?.oId)).toBe("Lead")
    expect(details(stage, undefined)).toBeNull()
    expect(list(stage, undefined)).toBe("")
  })
  test("checkbox keeps the order of the payload and joins the labels", () => {
    expect(write(tags, ["vip", hot?.oId, "vip"])).toEqual([vip?.oId, hot?.oId])
    expect(write(tags, [])).toBeNull()
    for (const bad of ["hot", ["nope"], [null], [5]]) expect(write(tags, bad)).toEqual(REFUSAL)
    expect(details(tags, [vip?.oId, hot?.oId] as never)).toEqual(["vip", "hot"])
    expect(details(tags, [vip?.oId] as never, { ids: "internal" })).toEqual([vip?.oId])
    expect(list(tags, [vip?.oId, hot?.oId] as never)).toBe("VIP,Hot")
    expect(details(tags, undefined)).toEqual([])
    expect(list(tags, undefined)).toBe("")
  })
})

describe("users", () => {
  const team = fieldOf("Deals", "Team")
  const ada = user("ada@acme.test")
  const bob = user("bob@acme.test")
  test("takes IDs, objects with user_id, or one alone", () => {
    expect(write(team, [ada.uId, { user_id: bob.uId, user_name: "Bob" }, ada.uId])).toEqual([ada.uId, bob.uId])
    expect(write(team, bob.uId)).toEqual([bob.uId])
    expect(write(team, [])).toBeNull()
    for (const bad of [[5], ["nobody"], [user("olga@globex.test").uId], [{}]]) expect(write(team, bad)).toEqual(REFUSAL)
  })
  test("single_select takes one", () => {
    const single = { ...team, users: { singleSelect: true, publish: false } }
    expect(write(single, [ada.uId])).toEqual([ada.uId])
    expect(write(single, [ada.uId, bob.uId])).toEqual(REFUSAL)
  })
  test("is a list of objects in both detail forms, names in lists", () => {
    const form = {
      accessKey: ada.accessKey,
      email: "ada@acme.test",
      mediaLink: `http://hexarium/api/v0/public/userinfo/profilepic/${ada.uId}`,
      userId: ada.uId,
      userName: "Ada",
    }
    expect(details(team, [ada.uId])).toEqual([form])
    expect(details(team, [ada.uId], { ids: "internal" })).toEqual([form])
    expect(list(team, [ada.uId, bob.uId])).toBe("Ada, Bob")
    expect(details(team, undefined)).toEqual([])
    expect(list(team, undefined)).toBe("")
  })
})

describe("dslookup", () => {
  const customer = fieldOf("Deals", "Customer")
  const globex = itemOf("Customers", 0)
  const hidden = itemOf("Customers", 2)
  test("takes an item of the lookup datastore that the writer sees", () => {
    expect(write(customer, globex.iId)).toBe(globex.iId)
    expect(write(customer, { item_id: globex.iId, title: "x" })).toBe(globex.iId)
    expect(write(customer, [globex.iId])).toBe(globex.iId)
    expect(write(customer, [])).toBeNull()
    expect(write(customer, itemOf("Deals", 0).iId)).toEqual(REFUSAL)
    expect(write(customer, hidden.iId, "bob@acme.test")).toBe(hidden.iId)
    expect(write(customer, hidden.iId, "dave@acme.test")).toBe(hidden.iId)
    expect(write(customer, 5)).toEqual(REFUSAL)
    expect(write(customer, [globex.iId, hidden.iId])).toEqual(REFUSAL)
  })
  test("is the item with its title, in lists the lookup field's value", () => {
    expect(details(customer, globex.iId)).toEqual({ dId: globex.dId, itemId: globex.iId, title: "Globex" })
    expect(list(customer, globex.iId)).toBe("Globex")
    const byCode = { ...customer, dslookup: { ...lookupOf(customer), fId: fieldOf("Customers", "Code").fId } } as Field
    expect(list(byCode, globex.iId)).toBe("GLX")
    expect(list(byCode, hidden.iId)).toBe("Hidden Inc.")
    expect(details(customer, undefined)).toBeNull()
    expect(list(customer, undefined)).toBeNull()
  })
})

describe("status", () => {
  const status = fieldOf("Deals", "Status")
  const [first] = datastoreOf(world, "Deals").statuses
  test("is its display ID, internal ID or name", () => {
    expect(write(status, "New")).toBe(first?.sId)
    expect(write(status, first?.sId)).toBe(first?.sId)
    expect(write(status, "Nope")).toEqual(REFUSAL)
    expect(details(status, first?.sId)).toBe("New")
    expect(details(status, first?.sId, { ids: "internal" })).toBe(first?.sId)
    expect(list(status, first?.sId)).toBe("New")
    expect(details(status, undefined)).toBeNull()
    expect(list(status, undefined)).toBe("")
  })
})

test("labels and separators have no value", () => {
  expect(holdsValues(fieldOf("Deals", "Section"))).toBe(false)
  expect(holdsValues(fieldOf("Deals", "Line"))).toBe(false)
})

describe("cells of a CSV file", () => {
  const read = (datastore: string, displayId: string, cell: string) => {
    const field = fieldOf(datastore, displayId)
    const where = { view: world.view(), datastore: datastoreOf(world, datastore), actor: null, iId: "" as IId }
    const type = fieldTypeOf(field)
    return type.parse(type.cellReader(field, where)(cell), field, where.datastore)
  }
  test("name options by label or ID, users by address, lookups by the lookup field's value", () => {
    const [lead] = optionsOf(fieldOf("Deals", "Stage"))
    const [hot, vip] = optionsOf(fieldOf("Deals", "Tags"))
    expect(read("Deals", "Stage", "Lead")).toBe(lead?.oId)
    expect(read("Deals", "Stage", "lead")).toBe(lead?.oId)
    expect(read("Deals", "Tags", "VIP,Hot")).toEqual([vip?.oId, hot?.oId])
    expect(read("Deals", "Team", "bob@acme.test;Ada@acme.test")).toEqual([
      user("bob@acme.test").uId,
      user("ada@acme.test").uId,
    ])
    expect(read("Deals", "Customer", "Globex")).toBe(itemOf("Customers", 0).iId)
    expect(read("Deals", "Customer", itemOf("Customers", 0).iId)).toBe(itemOf("Customers", 0).iId)
    expect(read("Deals", "Status", "Working")).toBe(datastoreOf(world, "Deals").statuses[1]?.sId)
    expect(read("Deals", "Amount", "12")).toBe(12)
    expect(read("Deals", "Due", "2026-02-01")).toBe("2026-02-01T00:00:00.000Z")
    for (const name of ["Stage", "Tags", "Team", "Customer", "Status", "Amount", "Due", "Title"]) {
      expect(read("Deals", name, ""), name).toBeNull()
    }
  })
})

test("sort keys: empties first, numbers by value, texts by code point without case", () => {
  const sort = (field: Field, values: (StoredValue | undefined)[]) =>
    values
      .map((value) => ({ value, key: fieldTypeOf(field).sortKey(value, field, context()) }))
      .sort((left, right) => compareSortKeys(left.key, right.key))
      .map(({ value }) => value)
  expect(sort(fieldOf("Deals", "Amount"), [10, 9, undefined, -1])).toEqual([undefined, -1, 9, 10])
  expect(sort(fieldOf("Deals", "Title"), ["b", "A", undefined, "a!", "\u{1f600}", "\uffee"])).toEqual([
    undefined,
    "A",
    "a!",
    "b",
    "\uffee",
    "\u{1f600}",
  ])
  const stage = fieldOf("Deals", "Stage")
  const [lead, offer, lost] = optionsOf(stage).map((option) => option.oId)
  expect(sort(stage, [lost, lead, offer])).toEqual([lead, offer, lost])
  const [bob, ada] = [user("bob@acme.test").uId, user("ada@acme.test").uId]
  expect(sort(fieldOf("Deals", "Team"), [[bob], [ada]])).toEqual([[ada], [bob]])
})

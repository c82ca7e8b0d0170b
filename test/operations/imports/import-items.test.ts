import { describe, expect, test } from "vitest"
import { checkInvariants, createWorld } from "../../../src/index.ts"
import { stateDigest } from "../../../src/state/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { STOCK, stock } from "./stock.ts"

const itemNamed = (items: Record<string, unknown>[], name: string) => items.find((item) => item.Name === name)
const names = (items: Record<string, unknown>[]) => items.map((item) => item.Name).sort()

describe("rows that insert (model.md section 16)", () => {
  test("cells of every type, by what lists show", async () => {
    const { world, load, listed, items } = await stock()
    const header = "Name,Code,Count,Kind,Tags,Day,Due,At,Who,Maker,_status_,Secret"
    const cells =
      'A,X-1,5,Alpha,"Cold,Hot",2026-02-01,2026-02-01T10:00:00Z,09:30,bob@acme.test;cy@acme.test,Zeta,Old one,s'
    expect(await load(`${header}\n${cells}\n`)).toBeNull()
    expect(itemNamed(await listed(), "A")).toMatchObject({
      Code: "X-1",
      No: "N-4",
      Count: 5,
      Twice: 10,
      Kind: "Alpha",
      Tags: "Cold,Hot",
      Day: "2026-02-01T00:00:00Z",
      Due: "2026-02-01T10:00:00Z",
      At: "09:30:00",
      Who: "bob, cy",
      Maker: "Zeta",
      Secret: "s",
      rev_no: 1,
      created_by: "IMPORT",
      updated_by: "IMPORT",
    })
    expect(items().datastore.statuses[1]?.sId).toBe(items().byName("A")?.statusId)
    await checkInvariants(world)
  })

  test("IDs of options and statuses will do, and empty cells leave what new items have", async () => {
    const { load, listed } = await stock()
    expect(await load("Name,Kind,_status_\nA,a,Old\nB,,\n")).toBeNull()
    expect(itemNamed(await listed(), "A")).toMatchObject({ Kind: "Alpha" })
    expect(itemNamed(await listed(), "B")).toMatchObject({ Kind: "", rev_no: 1 })
  })

  test("no scripts run and no history is written; an item gets the caller's key, those of MEMBER and ADMIN, and of groups", async () => {
    const { load, items, world, listed } = await stock()
    const histories = world.view().table("histories").size
    expect(await load("Name,_group_id_\nA,TOKYO\nB,\n")).toBeNull()
    const keyOf = (table: "groups" | "roles" | "users", test: (one: Record<string, unknown>) => boolean) =>
      (world.view().table(table).toArray() as unknown as Record<string, unknown>[]).find(test)?.accessKey
    const own = [
      keyOf("users", ({ email }) => email === "ada@acme.test"),
      keyOf("roles", ({ displayId }) => displayId === "ADMIN"),
      keyOf("roles", ({ displayId }) => displayId === "MEMBER"),
    ]
    expect(items().byName("B")?.accessKeys).toEqual(own.toSorted())
    const tokyo = keyOf("groups", ({ displayId }) => displayId === "TOKYO")
    expect(items().byName("A")?.accessKeys).toEqual([...own, tokyo].toSorted())
    expect(world.view().table("histories").size).toBe(histories)
    expect(names(await listed("bob"))).toEqual(["A", "B", "One", "Two"])
  })

  test("append, and no mode at all, insert every row", async () => {
    const { load, listed } = await stock()
    expect(await load("Name\nOne\nOne\n", { append: "true" })).toBeNull()
    expect(await load("Name\nOne\n")).toBeNull()
    expect(names(await listed())).toEqual(["One", "One", "One", "One", "Two"])
  })

  test("the import accepts a byte order mark, either kind of line end and quotes, and ignores blank lines", async () => {
    const { load, listed } = await stock()
    expect(await load('\ufeffName,Code\r\n"A ""quoted"", one",x\r\n\r\n" two\r\nlines ",y')).toBeNull()
    expect(names(await listed())).toEqual([" two\r\nlines ", 'A "quoted", one', "One", "Two"])
  })

  test("the import accepts all kinds of line ends in one file, puts none into a cell, and names the line of a mistake", async () => {
    const { load, listed } = await stock()
    expect(await load("Name,Code\r\nA,x\nB,y\rC,z\r\nD,w")).toBeNull()
    expect(
      (await listed())
        .map(({ Name, Code }) => `${Name}:${Code}`)
        .filter((cells) => !cells.includes("C-"))
        .sort(),
    ).toEqual(["A:x", "B:y", "C:z", "D:w"])
    expect(await load("Name,Count\rE,1\nF,2\r\nG,none\r")).toMatchObject([{ line: 4 }])
  })

  test("lookups are linked", async () => {
    const { load, world, items } = await stock()
    expect(await load("Name,Maker\nA,Acme\n")).toBeNull()
    const link = world.view().table("links").first()
    expect(link).toMatchObject({ fromIId: items().byName("A")?.iId, type: "lookup" })
    await checkInvariants(world)
  })

  test("calc and file columns are passed over", async () => {
    const { load, listed } = await stock()
    expect(await load("Name,Count,Twice,Papers\nA,4,100,paper.txt\n")).toBeNull()
    expect(itemNamed(await listed(), "A")).toMatchObject({ Twice: 8, Papers: "" })
  })
})

describe("rows that find their item by a key", () => {
  const key = { key_field_displayid: "Code" }

  test("update it in the columns that are there, or insert", async () => {
    const { load, listed, items, world } = await stock()
    const before = items().byName("Two")
    expect(await load("Code,Count,_status_\nC-2,7,\nC-3,8,Old one\n", key)).toBeNull()
    const ada = world
      .view()
      .table("users")
      .toArray()
      .find(({ email }) => email === "ada@acme.test")
    const after = items().byName("Two")
    expect(after).toMatchObject({
      revNo: 2,
      updatedBy: ada?.uId,
      createdBy: before?.createdBy,
      statusId: before?.statusId,
    })
    expect(itemNamed(await listed(), "Two")).toMatchObject({ Count: 7, Twice: 14, Code: "C-2" })
    expect((await listed()).find((item) => item.Code === "C-3")).toMatchObject({
      Count: 8,
      Name: "",
      created_by: "IMPORT",
    })
  })

  test("an empty cell clears, an item that rows of a file update twice goes up one revision", async () => {
    const { load, items, listed } = await stock()
    expect(await load("Code,Count,_status_\nC-1,,\nC-1,9,Old one\nC-4,1,\nC-4,2,\n,3,\n", key)).toBeNull()
    expect(items().byName("One")).toMatchObject({ revNo: 2, statusId: items().datastore.statuses[1]?.sId })
    expect(itemNamed(await listed(), "One")).toMatchObject({ Count: 9, Kind: "Alpha" })
    expect((await listed()).filter((item) => item.Code === "C-4")).toMatchObject([{ Count: 2, rev_no: 1 }])
    expect((await listed()).filter((item) => item.Code === "")).toMatchObject([{ Count: 3 }])
    expect(await load("Code,Count\nC-1,\n", key)).toBeNull()
    expect(itemNamed(await listed(), "One")).toMatchObject({ Count: null, rev_no: 3 })
  })

  test("_delete_ deletes it; true, 1, false, 0 and nothing are understood", async () => {
    const { load, listed, world } = await stock()
    const errors = await load("Code,_delete_\nC-1,1\nC-2,false\nC-7,TRUE\nC-2,perhaps\nC-2,0\n", key)
    expect(errors).toEqual([
      { description: "_delete_: no item has the given Code", line: 4 },
      { description: "_delete_: expected true or false, received perhaps", line: 5 },
    ])
    expect(names(await listed())).toEqual(["Two"])
    expect(await load("Name,_delete_\nTwo,true\n")).toEqual([
      { description: "_delete_: key_field_displayid is required to find the item", line: 2 },
    ])
    await checkInvariants(world)
  })

  test("the import finds an item by a number or an autonum, and no item by a value that several have or the caller can't see", async () => {
    const { load, listed } = await stock()
    expect(await load("Count,Name\n2.0,By number\n", { key_field_displayid: "Count" })).toBeNull()
    expect(names(await listed())).toEqual(["By number", "One"])
    expect(await load("Name,No\nX,N-10\n")).toBeNull()
    expect(await load("No,Name\nN-10,By autonum\n", { key_field_displayid: "No" })).toBeNull()
    expect(names(await listed())).toEqual(["By autonum", "By number", "One"])
    expect(await load("Name\nOne\n")).toBeNull()
    expect(await load("Name,Count\nOne,3\n", { key_field_displayid: "Name" })).toEqual([
      { description: "Name: expected one item, found 2", line: 2 },
    ])
    expect(await load("Code,Count\nC-9,3\n", key)).toEqual([{ description: "Code: value is not unique", line: 2 }])
  })

  test("a cell that shows what is stored changes nothing, even where it could not be chosen", async () => {
    const { load, listed, as, items } = await stock()
    const params = { ...STOCK, "item-id": items().byName("One")?.iId ?? "" }
    expect((await as("ada").getItemDetails({ params })).status).toBe(200)
    expect(await load("Code,Who,Kind\nC-1,bob,Alpha\n", key)).toBeNull()
    expect(itemNamed(await listed(), "One")).toMatchObject({ Who: "bob", Kind: "Alpha", rev_no: 2 })
  })
})

describe("replace_all", () => {
  test("every item goes, seen or not, and the rows come", async () => {
    const { load, items, world } = await stock()
    expect(await load("Name,Code\nA,C-1\nB,C-9\n,C-9\n", { replace_all: "true" })).toEqual([
      { description: "Code: value is not unique", line: 4 },
    ])
    expect(items().all).toHaveLength(2)
    expect(items().all.map(({ createdBy }) => createdBy)).toEqual(["IMPORT", "IMPORT"])
    await checkInvariants(world)
  })

  test("requires the right to delete, which is checked before the file", async () => {
    const { world, send } = await stock()
    for (const file of ["Name\nA\n", "Nope\n"]) {
      const answer = await refusalOf(world, () => send(file, { replace_all: "true" }, "bob"))
      expect(answer).toEqual([403, flat("NO_PRIVILEGES")])
    }
  })
})

describe("auto numbers", () => {
  test("the import keeps a number of the file, and raises the counter to it", async () => {
    const { load, listed } = await stock()
    expect(await load("Name,No\nA,N-7\nB,\nC,other\nD,N-2\nE,\n")).toBeNull()
    const numbers = (await listed()).map(({ Name, No }) => [Name, No])
    expect(Object.fromEntries(numbers)).toMatchObject({ A: "N-7", B: "N-8", C: "other", D: "N-2", E: "N-9" })
  })

  test("overwrite_autonumber starts again at 1, whatever the file says", async () => {
    const { load, listed } = await stock()
    expect(await load("Name,No\nA,N-7\n")).toBeNull()
    expect(await load("Name,No\nB,N-70\nC,\n", { overwrite_autonumber: "true" })).toBeNull()
    expect((await listed()).map(({ Name, No }) => [Name, No])).toEqual(
      expect.arrayContaining([
        ["B", "N-1"],
        ["C", "N-2"],
      ]),
    )
  })
})

describe("faulty rows", () => {
  test("are skipped, each under the line where it begins, with all that is wrong", async () => {
    const { load, listed, world } = await stock()
    const file = [
      "Name,Code,Count,Kind,_status_,_group_id_,Who,Maker",
      '"A\nlong name",1,x,Gamma,,,nobody@acme.test,Nobody',
      "B,2,101,Beta,,,,",
      "C,3,,,Nope,NOWHERE,,",
      "D,4,1,,,,,",
      "E,4,1,,,,,",
      "A name that is far too long,5,-1,,,,,",
    ].join("\n")
    expect(await load(file)).toEqual([
      { description: "Count: expected a number", line: 2 },
      { description: "Kind: unknown option: Gamma", line: 2 },
      { description: "Who: the user nobody@acme.test is not in the workspace", line: 2 },
      { description: "Maker: item not found: Nobody", line: 2 },
      { description: "Count: expected at most 100", line: 4 },
      { description: "Kind: option is disabled: b", line: 4 },
      { description: "_status_: unknown status: Nope", line: 5 },
      { description: "_group_id_: unknown group: NOWHERE", line: 5 },
      { description: "Code: value is not unique", line: 7 },
      { description: "Name: expected at most 20 characters", line: 8 },
      { description: "Count: expected at least 0", line: 8 },
    ])
    expect(names(await listed())).toEqual(["D", "One", "Two"])
    await checkInvariants(world)
  })

  test("validate=false skips bounds, and nothing else", async () => {
    const { load, listed } = await stock()
    expect(await load("Name,Count\nA,101\nB,x\n", { validate: "false" })).toEqual([
      { description: "Count: expected a number", line: 3 },
    ])
    expect(itemNamed(await listed(), "A")).toMatchObject({ Count: 101 })
  })

  test("rows that need a right the caller lacks are their own findings", async () => {
    const { load, listed } = await stock()
    const errors = await load("Code,Count,_delete_\nC-1,7,\nC-2,,1\nC-5,5,\n", { key_field_displayid: "Code" }, "bob")
    expect(errors?.map(({ line }) => line)).toEqual([2, 3])
    expect(errors?.[0]?.description).toMatch(/no privileges/)
    expect((await listed()).map(({ Code }) => Code).sort()).toEqual(["C-1", "C-2", "C-5"])
  })
})

describe("what refuses the whole import, and changes nothing", () => {
  const big = "x".repeat(10_000_000)

  test.each<[string, string, Record<string, string>, string[]]>([
    ["an empty file", "", {}, ["line 1", "header"]],
    ["an unknown column", "Name,Nope\nA,1\n", {}, ["line 1", "column 2", "Nope"]],
    ["a column without a name", "Name,\nA,1\n", {}, ["line 1", "column 2"]],
    ["a label's column", "Name,Heading\nA,1\n", {}, ["Heading"]],
    ["a column kept from the API", "Name,Inner\nA,1\n", {}, ["Inner"]],
    ["a column that is there twice", "Name,Code,Name\nA,1,B\n", {}, ["column 3", "Name"]],
    ["another delimiter", "Name;Code\nA;1\n", {}, ["Name;Code"]],
    [
      "a quote that does not close",
      'Name,Code\nA,1\nB,"2\nC,3\n',
      {},
      ["line 3", "column 2", "the closing quote is missing"],
    ],
    ["a quote inside a quoted cell", 'Name,Code\nA,1\n"B"b",2\n', {}, ["line 3", "column 1", "must be doubled"]],
    ["a quote long after others", 'Name,Code\n"A\na","1"\n\n"B","2"x","3"\n', {}, ["line 5", "column 2"]],
    ["a row cut off", "Name,Code\nA,1\nB", {}, ["line 3", "Code"]],
    ["a row with too much", "Name,Code\nA,1,2\n", {}, ["line 2", "column 3"]],
    [
      "ten megabytes in a cell",
      `Name,Code\nA,1\nB,${big}\n`,
      {},
      ["line 3", "column 2", "expected at most 1000000 characters, received more"],
    ],
    ["an unknown key", "Name\nA\n", { key_field_displayid: "Nope" }, ["key_field_displayid", "Nope"]],
    ["a key without a column", "Name\nA\n", { key_field_displayid: "Code" }, ["key_field_displayid", "Code"]],
    ["a key of another type", "Kind\nAlpha\n", { key_field_displayid: "Kind" }, ["Kind", "select"]],
    ["two modes", "Name\nA\n", { append: "true", replace_all: "true" }, ["append", "replace_all"]],
    ["a key and append", "Name\nA\n", { append: "1", key_field_displayid: "Name" }, ["append", "key_field_displayid"]],
  ])("%s", async (_, file, form, mentioned) => {
    const { world, send } = await stock()
    const [status, body] = (await refusalOf(world, () => send(file, form))) as [number, { error: string }]
    expect([status, body]).toMatchObject([400, { error_code: "INVALID_PARAMS" }])
    for (const one of mentioned) expect(body.error).toContain(one)
    expect(body.error.length).toBeLessThan(300)
  })

  test("a file that breaks after thousands of rows, and after all that was to be deleted", async () => {
    const { world, send } = await stock()
    const rows = Array.from({ length: 2500 }, (_, at) => `Item ${at},${at}`)
    for (const form of [{}, { replace_all: "true" }]) {
      const [status, body] = await refusalOf(world, () => send(`Name,Code\n${rows.join("\n")}\n"open,1`, form))
      expect([status, body]).toMatchObject([400, { error: expect.stringContaining("line 2502, column 1") }])
    }
  })

  test("bytes that are no UTF-8, and no file at all", async () => {
    const { world, send, as } = await stock()
    const [status, body] = await refusalOf(world, () => send(new Uint8Array([0x4e, 0xff, 0x0a])))
    expect([status, body]).toMatchObject([400, { error: expect.stringContaining("UTF-8") }])
    const none = () => as("ada").importItems({ params: STOCK, form: { filename: "stock.csv" } })
    expect(await refusalOf(world, none)).toEqual([400, flat("INVALID_PARAMS")])
  })

  test("returns 404 for a missing datastore", async () => {
    const { world, as } = await stock()
    const file = new File(["Text\nA\n"], "a.csv")
    const into = (id: string) => () =>
      as("ada").importItems({ params: { "app-id": "APP", "datastore-id": id }, form: { filename: "a.csv", file } })
    expect((await refusalOf(world, into("Nope")))[0]).toBe(404)
  })
})

test("columns that a role hides are unknown to who lacks it", async () => {
  const { world, send } = await stock()
  expect(await refusalOf(world, () => send("Name,Secret\nA,s\n", {}, "bob"))).toMatchObject([400, {}])
})

test("auto links of the datastore are renewed after the answer", async () => {
  const fixture = fixtureOf({
    datastores: {
      Parts: { fields: { Code: { dataType: "text" } }, items: [{ values: { Code: "K-1" } }] },
      Orders: {
        fields: { Name: { dataType: "text" }, Part: { dataType: "text" } },
        auto_links: [{ field: "Part", to: "Parts.Code" }],
      },
    },
  })
  const world = await createWorld({ fixture })
  const rows = [
    { line: 2, cells: ["A", "K-1"] },
    { line: 3, cells: ["B", "K-2"] },
  ]
  const place = { application: "APP", datastore: "Orders" }
  await world.raw.as("ada@acme.test").importItems({ ...place, header: ["Name", "Part"], rows })
  await world.idle()
  expect(world.view().table("links").toArray()).toMatchObject([{ type: "auto" }])
})

test("an import in process reads rows from anywhere, and imports none if reading them fails", async () => {
  const { world } = await stock()
  const before = stateDigest(world.state)
  function* rows() {
    yield { line: 2, cells: ["A"] }
    throw new Error("the disk is gone")
  }
  const ada = world.raw.as("ada@acme.test")
  const place = { application: "APP", datastore: "Stock", header: ["Name"] }
  await expect(ada.importItems({ ...place, rows: rows() })).rejects.toThrow("the disk is gone")
  expect(stateDigest(world.state)).toBe(before)
  const { tempDId } = await ada.importItems({ ...place, rows: [{ line: 2, cells: ["A"] }] })
  expect(await ada.getImportResults({ datastore: "Stock", tempDatastoreId: tempDId })).toEqual({
    isFinished: true,
    errors: [],
  })
})

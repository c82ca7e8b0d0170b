import { describe, expect, test } from "vitest"
import { failuresOf, type Row, table } from "../../emulator/api/index.ts"
import { refusalOf } from "../../src/model/index.ts"

/** Tests the refusals of errors.md sections 2, 4 and 6. */

const plain: Row = table.getGroup
const write: Row = table.updateItem

describe("a refusal", () => {
  test("has the status of its code and the flat body", () => {
    expect(refusalOf(plain, "place", "NOT_FOUND")).toEqual({ status: 404, shape: "flat", code: "NOT_FOUND" })
    expect(refusalOf(plain, "privilege", "NO_PRIVILEGES")).toMatchObject({ status: 403, shape: "flat" })
    expect(refusalOf(null, "token", "UNAUTHORIZED")).toMatchObject({ status: 401, shape: "flat" })
  })

  test("has its own bodies for values, conflicts and scripts of an item write", () => {
    expect(refusalOf(write, "values", "INVALID_VALUE")).toMatchObject({ status: 400, shape: "itemErrors" })
    expect(refusalOf(write, "conflict", "ITEM_REV_CONFLICT")).toMatchObject({ status: 409, shape: "itemErrors" })
    expect(refusalOf(write, "script", "PROCESS_STOPPED")).toMatchObject({ status: 400, shape: "rejected" })
    expect(refusalOf(write, "action", "NO_PRIVILEGES")).toMatchObject({ status: 403, shape: "flat" })
  })

  test("has the status of the first cause if the whole request was rolled back", () => {
    expect(refusalOf(write, "values", "TRANSACTION_ABORTED", "ITEM_REV_CONFLICT").status).toBe(409)
    expect(refusalOf(write, "values", "TRANSACTION_ABORTED", "NO_PRIVILEGES").status).toBe(403)
    expect(refusalOf(write, "values", "TRANSACTION_ABORTED").status).toBe(400)
  })

  test("has a value error for a field that may not be written", () => {
    expect(refusalOf(write, "values", "NO_PRIVILEGES").status).toBe(400)
  })

  test("is answered as the row says, where it says something", () => {
    const noCreateAction = refusalOf(table.createItem, "place", "NOT_FOUND")
    expect(noCreateAction).toEqual({ status: 400, shape: "flat", code: "INVALID_PARAMS" })
    expect(refusalOf(table.getItemDetails, "target", "NOT_FOUND")).toMatchObject({ status: 404, shape: "itemNotFound" })
  })

  test("has the status 413 for a request that is too large, whatever its code", () => {
    expect(refusalOf(plain, "size", "INVALID_PARAMS").status).toBe(413)
  })
})

describe("what an operation may fail with", () => {
  test("a status derives from the operation's input and rights, and not from the place of its documentation", () => {
    expect([...failuresOf(table.createNewItemID).keys()]).toEqual([401, 403, 404, 500])
    expect([...failuresOf(table.login).keys()]).toEqual([400, 401, 403, 404, 413, 415, 500])
    expect(failuresOf(write).get(409)).toEqual(new Set(["itemErrors"]))
    expect(failuresOf({ ...write, tag: "groups" })).toEqual(failuresOf(write))
  })
})

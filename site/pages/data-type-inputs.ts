import type { Fixture } from "../../src/fixtures/index.ts"
import type { DataType } from "../../src/model/records/index.ts"

/** A user that values can name. */
export const BOB = "b0b0b0b0b0b0b0b0b0b0b0b0"
export const COFFEE = "c0ffeec0ffeec0ffeec0ffee"
export const HELLO = "f11ef11ef11ef11ef11ef11e"

type Datastore = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["datastores"]>[number]
type FixtureField = Datastore["fields"][string]

/** A field of each data type, as a fixture defines it. */
export const ALL_TYPES: { readonly [T in DataType]: FixtureField & { readonly dataType: T } } = {
  text: { dataType: "text", as_title: true, max_value: 20 },
  textarea: { dataType: "textarea" },
  number: { dataType: "number", min_value: 0, max_value: 100 },
  calc: { dataType: "calc", calc: { formula: "number * 2" } },
  autonum: { dataType: "autonum", autonum: { prefix: "A-", zero_padding: true, digit: 3 } },
  datetime: { dataType: "datetime" },
  date: { dataType: "date" },
  time: { dataType: "time" },
  select: { dataType: "select", options: { small: "Small", large: "Large" } },
  radio: { dataType: "radio", options: { yes: "Yes", no: "No" } },
  checkbox: { dataType: "checkbox", options: { red: "Red", blue: "Blue" } },
  users: { dataType: "users" },
  file: { dataType: "file" },
  dslookup: { dataType: "dslookup", dslookup: { datastore: "Goods", field: "Name" } },
  status: { dataType: "status" },
  label: { dataType: "label" },
  separator: { dataType: "separator" },
}

const UNKNOWN_USER = "ffffffffffffffffffffffff"

/** The values to try for each data type, besides null and the empty text, which clear any field. */
export const INPUTS: { readonly [T in DataType]: readonly unknown[] } = {
  text: ["Coffee", "  two  blanks ", 12, true, "x".repeat(21), ["Coffee"], { a: 1 }],
  textarea: ["Two\nlines", 12, false, ["Coffee"]],
  number: [5, "5", 5.25, "-0", -1, 101, "five", "1,000", true, [5]],
  calc: [7],
  autonum: ["A-900"],
  datetime: [
    "2026-02-09T09:30:00Z",
    "2026-02-09T09:30:00.250Z",
    "2026-02-09T18:30:00+09:00",
    "2026-02-09",
    "09:30",
    "tomorrow",
    1770629400000,
  ],
  date: ["2026-02-09", "2026-02-09T00:00:00Z", "2026-02-09T18:30:00Z", "2026/02/09", "2026-02-30", "soon"],
  time: ["09:30", "09:30:15", "2026-02-09T09:30:15Z", "9:30", "25:00", "noon"],
  select: ["small", ["large"], "Small", "huge", ["small", "large"], 1],
  radio: ["yes", ["no"], "maybe"],
  checkbox: [["red"], ["blue", "red"], "red", [], ["green"], ["red", "green"]],
  users: [[BOB], BOB, [{ user_id: BOB }], ["bob@acme.test"], [UNKNOWN_USER], [], 5],
  file: [[HELLO], HELLO, [UNKNOWN_USER], "none.txt"],
  dslookup: [COFFEE, { item_id: COFFEE }, [COFFEE], "Coffee", UNKNOWN_USER],
  status: ["done", "Nowhere"],
  label: ["text"],
  separator: ["text"],
}

import type { Target } from "../../../emulator/testing/kit/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const ORDERS = "/api/v0/applications/APP/datastores/Orders/items"

/** Adds `change`, a JavaScript expression, to the total of the line's order. */
const addToTotal = (change: string, prelude = "") => `async function main(data) {
  const fields = data.fields_data
  ${prelude}
  const order = fields.Order.value
  if (!order) return
  const details = await callAPIAsync("GET", "${ORDERS}/details/" + order + "?format=map")
  const total = Number(details.field_values.Total.value || 0) + (${change})
  const body = { item: { Total: total }, is_force_update: true, use_display_id: true, as_params: { isSum: true } }
  await callAPIAsync("POST", "${ORDERS}/action/" + order + "/SetTotal", body)
}`

const closedRights = { show: false, update: false }

/** Orders and lines, without items. Scripts maintain each order's total. The broken variant ignores the old amount of a changed line. */
export function totals(variant: "correct" | "broken"): Fixture {
  const old = variant === "broken" ? "0" : "Number(fields.Amount.value || 0)"
  const changed = `Number(fields.Amount.uncommitted_value === undefined ? fields.Amount.value || 0 : fields.Amount.uncommitted_value || 0) - ${old}`
  return fixtureOf({
    datastores: {
      Orders: {
        fields: { No: { dataType: "autonum", as_title: true }, Total: { dataType: "number" } },
        actions: {
          Create: { crud_type: "1", default: true, fields: { Total: closedRights } },
          Update: { crud_type: "2", default: true, fields: { Total: closedRights } },
          // Only scripts set the total.
          SetTotal: {
            crud_type: "2",
            pre_script: "async function main(data) { if (!data.as_params?.isSum) throw new Error('only for scripts') }",
          },
        },
      },
      Lines: {
        fields: {
          Order: { dataType: "dslookup", dslookup: { datastore: "Orders", field: "No" } },
          Amount: { dataType: "number" },
        },
        actions: {
          Create: { crud_type: "1", default: true, post_script: addToTotal("Number(fields.Amount.value || 0)") },
          Update: {
            crud_type: "2",
            default: true,
            fields: { Order: closedRights },
            pre_script: addToTotal(changed),
          },
        },
      },
    },
  })
}

const all = async (target: Target, datastore: string) => {
  const { body } = await target.call({
    operation: "itemList",
    user: "ada@acme.test",
    params: { "app-id": "APP", "datastore-id": datastore },
    body: { per_page: 0, return_number_value: true },
  })
  return body.items
}

export async function totalIsSum(target: Target): Promise<void> {
  const [orders, lines] = [await all(target, "Orders"), await all(target, "Lines")]
  for (const order of orders) {
    const own = lines.filter((line: { Order: string }) => line.Order === order.No)
    const sum = own.reduce((total: number, line: { Amount: number | string }) => total + Number(line.Amount || 0), 0)
    if (Number(order.Total || 0) !== sum)
      throw new Error(`${order.No} has the total ${order.Total}, but its lines add up to ${sum}`)
  }
}

export function payments(variant: "correct" | "broken"): Fixture {
  return fixtureOf({
    datastores: {
      Orders: {
        statuses: {
          open: { name: "Open" },
          paid: { name: "Paid" },
          shipped: { name: "Shipped" },
          cancelled: { name: "Cancelled" },
        },
        fields: {
          No: { dataType: "autonum", as_title: true },
          Note: { dataType: "text" },
          PaidOn: { dataType: "date" },
        },
        actions: {
          Create: { crud_type: "1", default: true, fields: { PaidOn: closedRights } },
          Update: { crud_type: "2", default: true, fields: { PaidOn: closedRights } },
          Pay: { crud_type: "2", status: "open", next_status: "paid", fields: { PaidOn: { mandatory: true } } },
          Ship: { crud_type: "2", status: "paid", next_status: "shipped", fields: { PaidOn: closedRights } },
          Cancel: {
            crud_type: "2",
            ...(variant === "correct" && { status: "open" }),
            next_status: "cancelled",
            fields: { PaidOn: closedRights },
          },
          Delete: { crud_type: "3", default: true },
        },
      },
      Customers: { fields: { Name: { dataType: "text" } } },
    },
  })
}

export async function paidIsNeverCancelled(target: Target): Promise<void> {
  for (const order of await all(target, "Orders")) {
    if (order.PaidOn && order.Status === "Cancelled") throw new Error(`${order.No} was paid and is cancelled`)
  }
}

/** Claims that four calls settle. The broken variant settles a claim without a date of payment. */
export function claims(variant: "correct" | "broken"): Fixture {
  const closedDate = { PaidOn: closedRights }
  return fixtureOf({
    datastores: {
      Claims: {
        statuses: {
          filed: { name: "Filed" },
          checked: { name: "Checked" },
          approved: { name: "Approved" },
          settled: { name: "Settled" },
        },
        fields: {
          No: { dataType: "autonum", as_title: true },
          Note: { dataType: "text" },
          Amount: { dataType: "number" },
          PaidOn: { dataType: "date" },
        },
        actions: {
          Create: { crud_type: "1", default: true, fields: closedDate },
          Update: { crud_type: "2", default: true, fields: closedDate },
          Check: { crud_type: "2", status: "filed", next_status: "checked", fields: closedDate },
          Approve: {
            crud_type: "2",
            status: "checked",
            next_status: "approved",
            fields: { ...closedDate, Amount: { mandatory: true } },
          },
          Return: { crud_type: "2", status: "approved", next_status: "filed", fields: closedDate },
          Settle: {
            crud_type: "2",
            status: "approved",
            next_status: "settled",
            ...(variant === "correct" && { fields: { PaidOn: { mandatory: true } } }),
          },
          Delete: { crud_type: "3", default: true },
        },
      },
      Customers: { fields: { Name: { dataType: "text" } } },
    },
  })
}

export async function settledIsPaid(target: Target): Promise<void> {
  for (const claim of await all(target, "Claims")) {
    if (claim.Status === "Settled" && !claim.PaidOn) throw new Error(`${claim.No} is settled without a payment`)
  }
}

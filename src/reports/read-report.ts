import type { Actor } from "../access/index.ts"
import type { Engine } from "../engine/index.ts"
import { invalidParams, type Lang } from "../model/index.ts"
import type { Report } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { evaluateReport, type RowsRequest } from "./evaluate.ts"
import type { ReportPaging } from "./paging.ts"
import type { PlacedColumn } from "./placed-columns.ts"
import { type ReadRow, RowReader } from "./read-row.ts"
import { TimeLimits } from "./time-limits.ts"

export interface ReportResult {
  readonly report: Report
  readonly lang: Lang
  readonly columns: readonly PlacedColumn[]
  readonly isGrouped: boolean
  /** Rows of the requested page; null if `returnCountOnly` is true or reading timed out. */
  readonly rows: readonly ReadRow[] | null
  /** Index of the page's first row among all rows, from 0. */
  readonly firstIndex: number
  /** Number of matching rows on all pages; 0 if the count is omitted, -1 if counting timed out. */
  readonly totalItems: number
  /** Whether the count or the rows timed out, and after how many seconds; undefined if nothing timed out. */
  readonly timeout?: { readonly of: "count" | "data"; readonly limitSec: number }
}

const DEFAULT_TIMEOUT_SEC = 60

/** Reads a page of a report's rows. Throws INVALID_PARAMS for invalid paging, and otherwise like `evaluateReport`. */
export async function readReport(
  view: View,
  actor: Actor,
  engine: Engine,
  report: Report,
  input: RowsRequest & ReportPaging,
): Promise<ReportResult> {
  checkPaging(input)
  const { page = 1, perPage = 0, returnCountOnly = false, omitTotalItems = false } = input
  const dataSec = input.dataResultTimeoutSec ?? DEFAULT_TIMEOUT_SEC
  const countSec = input.totalCountTimeoutSec ?? DEFAULT_TIMEOUT_SEC
  const limits = new TimeLimits(
    engine.ports.wallClock,
    { dataSec, countSec },
    { data: !returnCountOnly, count: !omitTotalItems },
  )
  const [from, limit] =
    perPage === 0
      ? [page === 1 ? 0 : Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      : [(page - 1) * perPage, page * perPage]
  const { beat } = limits
  const evaluated = await evaluateReport(view, actor, engine, report, input, { from, limit, beat })
  const { columns, isGrouped, rows, total } = evaluated
  const reader = new RowReader(view, actor, columns, {
    lookups: input.includeLookups === true,
    idValues: input.returnIdValueResults === true,
    utc: input.returnUtcDatetime === true,
    returnNumberValue: input.returnNumberValue === true,
  })
  return {
    report,
    lang: view.settings.lang,
    columns: columns.filter(({ isShown }) => isShown),
    isGrouped,
    rows: returnCountOnly || limits.isDataLate ? null : rows.map((row) => reader.read(row)),
    firstIndex: Number.isFinite(from) ? from : total,
    totalItems: limits.isCountLate ? -1 : omitTotalItems ? 0 : total,
    ...(limits.isCountLate
      ? { timeout: { of: "count", limitSec: countSec } }
      : limits.isDataLate
        ? { timeout: { of: "data", limitSec: dataSec } }
        : {}),
  }
}

function checkPaging({
  page = 1,
  perPage = 0,
  dataResultTimeoutSec = 0,
  totalCountTimeoutSec = 0,
}: ReportPaging): void {
  const check = (name: string, value: number, least: number) => {
    if (!Number.isSafeInteger(value) || value < least) {
      throw invalidParams(`${name} must be an integer of at least ${least}`)
    }
  }
  check("page", page, 1)
  check("per_page", perPage, 0)
  check("data_result_timeout_sec", dataResultTimeoutSec, 0)
  check("total_count_timeout_sec", totalCountTimeoutSec, 0)
}

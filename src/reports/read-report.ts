import type { Actor } from "../access/actor.ts"
import type { Engine } from "../engine/engine.ts"
import { invalidParams } from "../model/error.ts"
import type { Lang } from "../model/names.ts"
import type { Report } from "../records/reports/report.ts"
import type { View } from "../state/view.ts"
import { evaluateReport, type RowsAsked } from "./evaluate.ts"
import type { ReportRow } from "./group-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"
import { type ReadRow, RowReader } from "./read-row.ts"
import { TimeLimits } from "./time-limits.ts"

/** How rows of a report are asked for (api.md section 21.3). */
export interface ReportPaging {
  /** From 1. */
  readonly page?: number | undefined
  /** 0 or absent = all. */
  readonly perPage?: number | undefined
  readonly includeLookups?: boolean | undefined
  /** Of looked-up items; the numbers of rows are Numbers anyway. */
  readonly returnNumberValue?: boolean | undefined
  readonly returnIdValueResults?: boolean | undefined
  readonly returnUtcDatetime?: boolean | undefined
  readonly returnCountOnly?: boolean | undefined
  readonly omitTotalItems?: boolean | undefined
  /** Seconds of the machine's clock, 60 when absent; 0 gives up at once. */
  readonly dataResultTimeoutSec?: number | undefined
  readonly totalCountTimeoutSec?: number | undefined
}

export interface ReportResult {
  readonly report: Report
  readonly lang: Lang
  /** Those that the reader is shown, in order. */
  readonly columns: readonly PlacedColumn[]
  /** Whether a row stands for a group of items. */
  readonly isGrouped: boolean
  /** The page asked for; null when none was, or it timed out. */
  readonly rows: readonly ReadRow[] | null
  /** Position of the page's first row among all, from 0. */
  readonly firstIndex: number
  /** All that fit, before paging; 0 when omitted, -1 when the count timed out. */
  readonly totalItems: number
  /** What timed out first, with its limit; undefined when nothing did. */
  readonly timeout?: { readonly of: "count" | "data"; readonly limitSec: number }
}

const DEFAULT_TIMEOUT_SEC = 60

/** A page of a report's rows. Refuses bad paging with INVALID_PARAMS, and what `evaluateReport` refuses. */
export function readReport(
  view: View,
  actor: Actor,
  engine: Engine,
  report: Report,
  input: RowsAsked & ReportPaging,
): ReportResult {
  checkPaging(input)
  const { page = 1, perPage = 0, returnCountOnly = false, omitTotalItems = false } = input
  const dataSec = input.dataResultTimeoutSec ?? DEFAULT_TIMEOUT_SEC
  const countSec = input.totalCountTimeoutSec ?? DEFAULT_TIMEOUT_SEC
  const limits = new TimeLimits(
    engine.ports.wallClock,
    { dataSec, countSec },
    { data: !returnCountOnly, count: !omitTotalItems },
  )
  const { columns, isGrouped, rows } = evaluateReport(view, actor, engine, report, input, limits.beat)
  const reader = new RowReader(view, actor, columns, {
    lookups: input.includeLookups === true,
    idValues: input.returnIdValueResults === true,
    utc: input.returnUtcDatetime === true,
    returnNumberValue: input.returnNumberValue === true,
  })
  const firstIndex = perPage === 0 ? (page === 1 ? 0 : rows.length) : (page - 1) * perPage
  const pageOf = (all: readonly ReportRow[]) => all.slice(firstIndex, perPage === 0 ? undefined : firstIndex + perPage)
  return {
    report,
    lang: view.settings.lang,
    columns: columns.filter(({ isShown }) => isShown),
    isGrouped,
    rows: returnCountOnly || limits.isDataLate ? null : pageOf(rows).map((row) => reader.read(row)),
    firstIndex,
    totalItems: limits.isCountLate ? -1 : omitTotalItems ? 0 : rows.length,
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
      throw invalidParams(`${name} must be an integer from ${least} up`)
    }
  }
  check("page", page, 1)
  check("per_page", perPage, 0)
  check("data_result_timeout_sec", dataResultTimeoutSec, 0)
  check("total_count_timeout_sec", totalCountTimeoutSec, 0)
}

import type * as z from "zod"
import { type Lang, nameIn } from "../../../../src/model/index.ts"
import {
  type IdValue,
  type PlacedColumn,
  type ReadRow,
  type ReportResult,
  titleOfColumn,
} from "../../../../src/reports/index.ts"
import type { reportAnswer } from "../../contract/workspace-shapes/reports.ts"
import { csvPieces } from "../../csv/csv-pieces.ts"
import { presentSeconds } from "../instants.ts"
import { presentLookupItems } from "../items/linked-items.ts"

type WireReport = Extract<z.input<ReturnType<typeof reportAnswer>>, { report_title: string }>
type WireReportField = NonNullable<WireReport["report_fields"]>[number]
type WireReportRow = NonNullable<WireReport["report_results"]>[number]

export interface ReportForm {
  readonly fields: boolean
  /** Whether rows contain created_at and updated_at. */
  readonly dates: boolean
  /** Whether rows contain more item properties than IDs, such as the revision number. */
  readonly itemRef: boolean
  /** Whether item times are in ISO format. */
  readonly utc: boolean
}

export function presentReport(result: ReportResult, form: ReportForm): WireReport {
  const { report, lang, columns, rows, firstIndex, totalItems } = result
  const isEmpty = rows === null || rows.length === 0
  return {
    error: timeoutText(result),
    report_title: nameIn(report.name, lang),
    totalItems,
    item_index_from: isEmpty ? 0 : firstIndex,
    item_index_to: isEmpty ? 0 : firstIndex + rows.length - 1,
    report_results: rows?.map((row) => presentRow(row, result, form)) ?? null,
    report_fields: form.fields ? columns.map((column) => presentReportField(column, lang)) : undefined,
  }
}

function timeoutText({ timeout }: ReportResult): string {
  if (timeout === undefined) return ""
  const what = timeout.of === "count" ? "totalItems count" : "data result"
  return `error ${what} process timeout. (${timeout.limitSec} sec elapsed)`
}

/** Builds a report's row without the slow spread syntax (CONTRIBUTING.md, "spread"). */
function presentRow(
  { values, sources, lookupItems, idValues }: ReadRow,
  result: ReportResult,
  form: ReportForm,
): WireReportRow {
  const row: WireReportRow = Object.assign({}, values)
  const [item] = sources
  if (result.isGrouped) {
    row.items = sources.map(({ dId, iId, revNo }) =>
      form.itemRef ? { d_id: dId, i_id: iId, rev_no: revNo } : { d_id: dId, i_id: iId },
    )
  } else if (item !== undefined) {
    row.i_id = item.iId
    if (form.itemRef) {
      row.rev_no = item.revNo
      row.d_id = item.dId
    }
    if (form.dates) {
      row.created_at = presentMoment(item.createdAt, form.utc)
      row.updated_at = presentMoment(item.updatedAt, form.utc)
    }
  }
  if (lookupItems !== undefined) row.lookup_items = presentLookupItems(lookupItems)
  if (idValues !== undefined)
    row.id_value_results = { ...idValues } satisfies Record<string, IdValue | readonly IdValue[]>
  return row
}

/** Formats an instant in ISO format if `utc` is true, otherwise as `YYYY/MM/DD hh:mm:ss` in UTC (model.md section 17). */
const presentMoment = (instant: string, utc: boolean): string =>
  utc ? presentSeconds(instant) : `${instant.slice(0, 10).replaceAll("-", "/")} ${instant.slice(11, 19)}`

const presentReportField = (placed: PlacedColumn, lang: Lang): WireReportField => {
  const { column, field, datastore, dataType, numInfo } = placed
  const isNumber = dataType === "number" || numInfo !== null
  return {
    title: titleOfColumn(placed, lang),
    rpf_id: column.rpfId,
    display_id: column.displayId || undefined,
    data_type: dataType,
    display_type: dataType,
    align: column.align ?? (isNumber ? "right" : "left"),
    width: column.width,
    negative_sign_type: "",
    num_format: "",
    num_info: {
      prefix: numInfo?.prefix ?? "",
      suffix: numInfo?.suffix ?? "",
      no_comma: numInfo?.noComma ?? false,
    },
    conditions: [],
    f_id: field.fId,
    d_id: datastore.dId,
    merge_cells: false,
    hide: column.hide,
    disable_search: column.disableSearch,
    use_integrated_report: false,
    is_cross_key: false,
  }
}

/** Yields CSV in pieces. The header contains the keys of the visible columns (model.md section 17). */
export function presentReportCsv({ columns, rows }: ReportResult): Generator<string> {
  const keys = columns.filter(({ column }) => !column.hide).map(({ key }) => key)
  return csvPieces(keys, rows ?? [], ({ values }) => keys.map((key) => values[key] ?? ""))
}

import * as z from "zod"
import { conditionList, sortField } from "../../item-shapes/search.ts"
import { row } from "../../row.ts"
import {
  answer,
  anyObject,
  body,
  integer,
  internalId,
  lazy,
  listOf,
  mapOf,
  named,
  optionalId,
  optionId,
  queryBoolean,
  queryInteger,
} from "../../shapes.ts"

const REPORT = "/applications/:app-id/reports/:report-id"
const CHART = "/applications/:app-id/charts/:chart-id"

const reportField = lazy(() =>
  named(
    "ReportField",
    answer({
      title: z.string(),
      rpf_id: z.string(),
      display_id: z.string().optional(),
      data_type: z.string(),
      display_type: z.string(),
      align: z.string(),
      width: z.number(),
      negative_sign_type: z.unknown(),
      num_format: z.string(),
      num_info: answer({ prefix: z.string(), suffix: z.string(), no_comma: z.boolean() }),
      conditions: listOf(anyObject()),
      f_id: z.string(),
      d_id: z.string(),
      merge_cells: z.boolean(),
      hide: z.boolean(),
      disable_search: z.boolean(),
      use_integrated_report: z.boolean(),
      is_cross_key: z.boolean(),
    }),
  ),
)

/** `Report` of api.md section 21.3. */
const report = lazy(() =>
  named(
    "Report",
    answer({
      error: z.string(),
      report_title: z.string(),
      totalItems: integer(),
      item_index_from: integer(),
      item_index_to: integer(),
      report_results: z.union([
        z.null(),
        z.array(
          z.looseObject({
            i_id: internalId().optional(),
            items: z.array(answer({ d_id: internalId(), i_id: internalId(), rev_no: integer().optional() })).optional(),
            rev_no: integer().optional(),
            d_id: internalId().optional(),
            created_at: z.string().optional(),
            updated_at: z.string().optional(),
            lookup_items: mapOf(anyObject()).optional(),
            id_value_results: mapOf(z.unknown()).optional(),
          }),
        ),
      ]),
      report_fields: z.array(reportField()).optional(),
    }),
  ),
)

const chart = lazy(() =>
  named(
    "Chart",
    answer({
      chart: answer({ type: z.string() }),
      color: z.string(),
      datasets: z.array(answer({ label: z.string(), data: z.array(z.number()) })),
      labels: z.array(z.string()),
      title: answer({ text: z.string() }),
      zero: z.boolean(),
    }),
  ),
)

const searchable = () => ({
  rpf_id: z.string(),
  display_id: z.string().optional(),
  f_id: internalId().optional(),
  name: z.string(),
  dataType: z.string(),
  order: integer(),
  statuses: z.array(answer({ s_id: internalId(), name: z.string(), color: z.string() })).optional(),
})

/** api.md section 21.3: reports and charts. */
export const reportRows = {
  getReportData: row({
    method: "get",
    paths: [REPORT],
    tag: "reports",
    summary: "The rows of a report",
    auth: "token",
    query: lazy(() =>
      z.object({
        per_page: queryInteger(),
        page: queryInteger(),
        include_date_at: queryBoolean(),
        include_lookups: queryBoolean(),
        include_item_ref: queryBoolean(),
        return_number_value: queryBoolean(),
        return_id_value_results: queryBoolean(),
        return_count_only: queryBoolean(),
        return_utc_datetime: queryBoolean(),
        omit_total_items: queryBoolean(),
        total_count_timeout_sec: queryInteger(),
        data_result_timeout_sec: queryInteger(),
        omit_fields_data: queryBoolean(),
        format: z.string().optional(),
      }),
    ),
    answer: { kind: "csv", json: report },
    source: "docs",
  }),
  getReportSearchConditions: row({
    method: "get",
    paths: [`${REPORT}/conditions`],
    tag: "reports",
    summary: "The columns a report can be searched by",
    auth: "token",
    answer: lazy(() =>
      z.array(
        answer({
          ...searchable(),
          options: z
            .array(
              answer({
                o_id: optionId(),
                value: z.string(),
                color: z.string(),
                enabled: z.boolean(),
                sort_id: integer(),
              }),
            )
            .optional(),
        }),
      ),
    ),
    source: "docs",
  }),
  getReportDataByConditions: row({
    method: "post",
    paths: [`${REPORT}/filter`, `${REPORT}/conditions`],
    tag: "reports",
    summary: "The matching rows of a report",
    auth: "token",
    body: lazy(() =>
      body({
        per_page: z.int().min(0).optional(),
        page: z.int().min(1).optional(),
        include_date_at: z.boolean().optional(),
        include_lookups: z.boolean().optional(),
        include_item_ref: z.boolean().optional(),
        return_number_value: z.boolean().optional(),
        return_id_value_results: z.boolean().optional(),
        return_count_only: z.boolean().optional(),
        return_utc_datetime: z.boolean().optional(),
        omit_total_items: z.boolean().optional(),
        total_count_timeout_sec: z.int().optional(),
        data_result_timeout_sec: z.int().optional(),
        omit_fields_data: z.boolean().optional(),
        format: z.string().optional(),
        conditions: conditionList().optional(),
        use_or_condition: z.boolean().optional(),
        sort_fields: listOf(sortField()).optional(),
        sort_field_id: optionalId(),
        sort_order: z.enum(["asc", "desc"]).optional(),
      }),
    ),
    answer: { kind: "csv", json: report },
    source: "docs",
  }),
  getChartData: row({
    method: "get",
    paths: [CHART],
    tag: "reports",
    summary: "The series of a chart",
    auth: "token",
    answer: chart,
    errors: { params: {} },
    source: "docs",
  }),
  getChartSearchConditions: row({
    method: "get",
    paths: [`${CHART}/conditions`],
    tag: "reports",
    summary: "The columns a chart can be searched by",
    auth: "token",
    answer: lazy(() => z.array(answer(searchable()))),
    source: "docs",
  }),
  getChartDataByConditions: row({
    method: "post",
    paths: [`${CHART}/filter`, `${CHART}/conditions`],
    tag: "reports",
    summary: "The series of a chart over the matching rows",
    auth: "token",
    body: lazy(() => body({ conditions: conditionList().optional() })),
    answer: chart,
    source: "docs",
  }),
} as const

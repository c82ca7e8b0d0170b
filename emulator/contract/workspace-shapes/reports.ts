import * as z from "zod"
import { answer, anyObject, integer, internalId, lazy, listOf, mapOf, named, optionId } from "../shapes.ts"

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
export const reportAnswer = lazy(() =>
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

export const chartAnswer = lazy(() =>
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

/** The answer of GetReportSearchConditions. */
export const reportConditionsAnswer = lazy(() =>
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
)

/** The answer of GetChartSearchConditions. */
export const chartConditionsAnswer = lazy(() => z.array(answer(searchable())))

import * as z from "zod"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { conditionList, sortList } from "../../items/search/search-input.ts"
import { readReport } from "../../reports/read-report.ts"
import { requireReport } from "../../reports/require-report.ts"
import { answerReport } from "../answers/reports.ts"
import { reportPaging, reportPlace } from "./report-input.ts"

/** The rows of a report that fit, sorted as asked. Refuses an unknown condition or sort ID and bad paging with INVALID_PARAMS, a bad regular
 * expression with INVALID_VALUE. (api.md section 21.3) */
export const getReportDataByConditions = query({
  name: "GetReportDataByConditions",
  summary: "The matching rows of a report",
  input: () =>
    object({
      ...reportPlace(),
      ...reportPaging(),
      page: z.int().min(1).describe("Number of the page, from 1. Default 1").optional(),
      perPage: z.int().min(0).describe("Rows of a page; 0 is all. Default 0").optional(),
      conditions: conditionList().optional(),
      useOrCondition: z
        .boolean()
        .describe("True: one condition is enough; false: all have to fit. Default false")
        .optional(),
      sortFields: sortList().optional(),
    }),
  place: ["application", "report"],
  authorize: requireReport,
  execute: (view, { principal, granted: report, engine }, input) => readReport(view, principal, engine, report, input),
  answer: answerReport,
})

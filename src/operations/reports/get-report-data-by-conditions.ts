import * as z from "zod"
import { query } from "../../engine/index.ts"
import { anyCondition, conditionList, sortList } from "../../items/index.ts"
import { readReport, reportPaging, requireReport } from "../../reports/index.ts"
import { answerReport } from "../answers/reports.ts"
import { reportPlace } from "./report-input.ts"

/**
 * Returns the matching rows of a report in the requested order. Throws INVALID_PARAMS for an unknown condition or sort ID and invalid page
 * numbers, and INVALID_VALUE for an invalid regular expression. (api.md section 21.3)
 */
export const getReportDataByConditions = query({
  name: "GetReportDataByConditions",
  summary: "Returns the rows of a report that match the conditions",
  input: () => ({
    ...reportPlace(),
    ...reportPaging(),
    page: z.int().min(1).describe("Number of the page, from 1. Default 1").optional(),
    perPage: z.int().min(0).describe("Rows of a page; 0 is all. Default 0").optional(),
    conditions: conditionList().optional(),
    useOrCondition: anyCondition(),
    sortFields: sortList().optional(),
  }),
  place: ["application", "report"],
  authorize: requireReport,
  execute: (view, { principal, granted: report, engine }, input) => readReport(view, principal, engine, report, input),
  answer: answerReport,
})

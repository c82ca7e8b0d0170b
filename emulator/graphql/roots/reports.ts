import { isObject } from "../../../src/model/input/index.ts"
import { table } from "../../api/index.ts"
import { root } from "../root.ts"

/** Roots on reports (graphql.md section 3.11). */
export const reportsRoots = {
  reportData: root(table.getReportData, {
    answer(_, call) {
      const report = call.present()
      if (!isObject(report)) throw new Error("the presenter of a report made no object")
      return {
        ...report,
        error: report.error === "" ? null : report.error,
        errors: null,
        merge_cells: null,
        report_results: report.report_results ?? [],
      }
    },
  }),
}

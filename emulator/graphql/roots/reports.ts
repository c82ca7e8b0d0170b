import { nameIn } from "../../../src/model/index.ts"
import { isObject } from "../../../src/model/input/index.ts"
import { getReports } from "../../../src/operations/list.ts"
import { table } from "../../api/index.ts"
import { root } from "../root.ts"

/** Roots on reports (graphql.md section 3.11). */
export const reportsRoots = {
  getReports: root(getReports, {
    answer: (reports, { lang }) =>
      reports.map(({ rpId, name, displayOrder, hideMenu }) => ({
        rp_id: rpId,
        title: nameIn(name, lang),
        display_order: displayOrder,
        hide_menu: hideMenu,
      })),
  }),
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

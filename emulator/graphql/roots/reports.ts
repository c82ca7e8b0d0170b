import { nameIn } from "../../../src/model/index.ts"
import { getReportData, getReports } from "../../../src/operations/list.ts"
import { presentReport } from "../../api/index.ts"
import { root } from "../root.ts"

interface ReportArguments {
  readonly reportDataPayload?: {
    readonly include_date_at?: boolean | null
    readonly include_item_ref?: boolean | null
    readonly return_utc_datetime?: boolean | null
  } | null
}

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
  reportData: root(getReportData, {
    answer(result, { args }) {
      const { reportDataPayload: given } = args as ReportArguments
      const report = presentReport(result, {
        fields: true,
        dates: given?.include_date_at === true,
        itemRef: given?.include_item_ref === true,
        utc: given?.return_utc_datetime === true,
      })
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

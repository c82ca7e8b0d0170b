import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { findDatastore } from "../../../../../emulator/testing/kit/model/model.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"
import { type KitReport, mayReadReport, reportItems, rowsOf } from "../model/reports.ts"

interface ReportDraft {
  readonly user: number
  readonly report: number
}

/** Reads one of the reports, which the exported world contains. */
export const getReportData = (reports: readonly KitReport[]) =>
  kind<ReportDraft>({
    name: "GetReportData",
    draft: () =>
      reports.length === 0
        ? "no application has a report of one datastore, grouped by nothing but plain values"
        : fc.record({ user: fc.nat(20), report: fc.nat(20) }),
    async run(model, session, draft) {
      const report = reports[draft.report % reports.length] as KitReport
      const user = callerAt(model, draft.user, ({ uId }) => mayReadReport(model, uId, report))
      const isShown = mayReadReport(model, user.uId, report)
      const { body } = await session.expect(
        {
          operation: "getReportData",
          user: user.reference,
          params: { "app-id": findDatastore(model, report.datastore)?.appId ?? "", "report-id": report.rpId },
          query: { include_item_ref: "true" },
        },
        { status: isShown ? 200 : 404 },
      )
      if (!isShown) return
      const items = reportItems(model, user.uId, report)
      if (items === null) return
      const expected = rowsOf(report, items).map((row) => row.join("+"))
      const answered: string[] = (body.report_results ?? []).map((row: WireBody) =>
        report.groupBy.length === 0
          ? row.i_id
          : row.items
              .map((item: WireBody) => item.i_id)
              .sort()
              .join("+"),
      )
      const [left, right] = [answered.sort().join(), expected.sort().join()]
      if (body.totalItems !== expected.length || left !== right) {
        throw new Disagreement(
          `getReportData of ${report.rpId} as ${user.reference}: ${body.totalItems} rows [${left}], expected ${expected.length} [${right}]`,
        )
      }
    },
  })

import fc from "fast-check"
import { type KitReport, mayReadReport, reportItems, rowsOf } from "../../model/reports.ts"
import type { KitSchema } from "../../../testing/kit/schema.ts"
import { Disagreement } from "../../../testing/kit/session.ts"
import type { WireBody } from "../../targets.ts"
import { kind } from "../command.ts"
import { callerAt } from "../../../testing/kit/commands/pick.ts"

interface ReportDraft {
  readonly user: number
  readonly report: number
}

export const getReportData = kind<ReportDraft>({
  name: "GetReportData",
  draft: reportDrafts,
  async run(model, session, draft) {
    const report = model.schema.reports[draft.report % model.schema.reports.length] as KitReport
    const user = callerAt(model, draft.user, ({ uId }) => mayReadReport(model, uId, report))
    const isShown = mayReadReport(model, user.uId, report)
    const { body } = await session.expect(
      {
        operation: "getReportData",
        user: user.reference,
        params: { "app-id": report.appId, "report-id": report.rpId },
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

function reportDrafts({ reports }: KitSchema): fc.Arbitrary<ReportDraft> | string {
  if (reports.length === 0) return "no application has a report of one datastore, grouped by nothing but plain values"
  return fc.record({ user: fc.nat(20), report: fc.nat(20) })
}

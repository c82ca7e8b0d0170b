import type { RawInput, UndeclaredName } from "../index.ts"
import type { WordsOf } from "./word.ts"

type OfInput<I> = unknown extends I
  ? Record<never, never>
  : [NonNullable<I>] extends [never]
    ? Record<never, never>
    : WordsOf<NonNullable<I>>

const REPORT = {
  report: "text",
  application: "text",
  page: "number?",
  perPage: "number?",
  includeLookups: "flag?",
  returnNumberValue: "flag?",
  returnIdValueResults: "flag?",
  returnUtcDatetime: "flag?",
  returnCountOnly: "flag?",
  omitTotalItems: "flag?",
  dataResultTimeoutSec: "number?",
  totalCountTimeoutSec: "number?",
} as const

/** The members that each operation takes in process; the compiler asks for every one. */
export const WORDS: { readonly [N in UndeclaredName]: OfInput<RawInput<N>> } = {
  getReportData: { ...REPORT },
  getReportSearchConditions: { report: "text", application: "text" },
  getReportDataByConditions: { ...REPORT, conditions: "condition[]?", useOrCondition: "flag?", sortFields: "sort[]?" },
  getChartData: { chart: "text", application: "text" },
  getChartSearchConditions: { chart: "text", application: "text" },
  getChartDataByConditions: { conditions: "condition[]?", chart: "text", application: "text" },
}

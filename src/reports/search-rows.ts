import { invalidParams } from "../model/error.ts"
import { type Subject, subjectThrough } from "../fields/subject.ts"
import { type ConditionCounter, compile } from "../items/search/compile.ts"
import type { SearchScope } from "../items/search/scope.ts"
import { requireSubject } from "../items/search/subject.ts"
import type { Condition } from "../records/condition.ts"
import type { Report } from "../records/reports/report.ts"
import { datastoreOf, splitReference } from "../records/reports/report-uses.ts"
import type { ReportRow } from "./group-rows.ts"
import type { JoinedRow } from "./join-rows.ts"
import { indexOfColumn, type PlacedColumn, placeOf } from "./placed-columns.ts"

/** What a condition of a report is about. */
interface Target {
  /** The values of the items, before anything is grouped. */
  readonly subject: Subject
  /** Where a joined row has the item. */
  readonly at: number
  /** The column that it names by itself; undefined for a field or system name. */
  readonly index?: number
}

type FindTarget = (condition: Condition) => Target

/** Some conditions of a report, and who says what they are about. */
export interface RowConditions {
  readonly conditions: readonly Condition[]
  readonly useOrCondition: boolean
  readonly targetOf: FindTarget
}

/** Conditions of a request: on columns that the actor is shown. */
export function askedConditions(
  { view }: SearchScope,
  columns: readonly PlacedColumn[],
  conditions: readonly Condition[],
  useOrCondition: boolean,
): RowConditions {
  return {
    conditions,
    useOrCondition,
    targetOf({ id, rpfId }) {
      const reference = rpfId ?? id
      if (reference === undefined) throw invalidParams("a condition needs an id, or conditions of its own")
      const index = indexOfColumn(columns, reference)
      const column = columns[index]
      if (column?.isShown !== true) throw unknownCondition(reference)
      return { subject: subjectOfColumn(view, column), at: column.at, index }
    },
  }
}

/** The report's own: on its columns, on fields of its datastores, on what is known of source items, whatever the actor is shown. */
export function ownConditions(scope: SearchScope, report: Report, columns: readonly PlacedColumn[]): RowConditions {
  const { view } = scope
  return {
    conditions: report.conditions,
    useOrCondition: false,
    targetOf({ id = "", rpfId }) {
      if (rpfId !== undefined) {
        const index = columns.findIndex(({ column }) => column.rpfId === rpfId)
        const column = columns[index]
        if (column === undefined) throw unknownCondition(rpfId)
        return { subject: subjectOfColumn(view, column), at: column.at, index }
      }
      const { from, field } = splitReference(id)
      const datastore = view.get("datastores", datastoreOf(report, from) ?? "")
      if (datastore === undefined) throw unknownCondition(id)
      const subject = requireSubject({ ...scope, datastore, unrestricted: true }, field)
      return { subject, at: placeOf(report, from) }
    },
  }
}

const unknownCondition = (reference: string) => invalidParams(`unknown condition id: ${reference}`)

function subjectOfColumn(view: SearchScope["view"], { kind, field, datastore, key }: PlacedColumn): Subject {
  const subject = kind.subject(field, { view, datastore })
  if (subject === undefined) throw unknownCondition(key)
  return subject
}

/**
 * The tests that conditions make: `before` of joined rows, `after` of what grouping made of them. A condition, with all that stands
 * in it, is tried after grouping when it is about a reckoned column; so are all of those of which one is enough. Refuses what
 * can't be tried, as searches of items do (model.md section 11).
 */
export class RowSearch {
  readonly #scope: SearchScope
  readonly #columns: readonly PlacedColumn[]
  readonly #before: readonly Condition[]
  readonly #after: readonly Condition[]
  readonly #or: boolean
  readonly #targetOf: FindTarget
  readonly #counter: ConditionCounter = { count: 0 }

  constructor(
    scope: SearchScope,
    columns: readonly PlacedColumn[],
    { conditions, useOrCondition, targetOf }: RowConditions,
  ) {
    this.#scope = scope
    this.#columns = columns
    this.#or = useOrCondition
    this.#targetOf = targetOf
    const isLate = conditions.map((condition) => this.#isReckoned(condition))
    const isAllLate = useOrCondition && isLate.includes(true)
    this.#before = conditions.filter((_, at) => !isAllLate && isLate[at] === false)
    this.#after = conditions.filter((_, at) => isAllLate || isLate[at] === true)
  }

  before(rows: readonly JoinedRow[]): readonly JoinedRow[] {
    return this.#fitting(rows, this.#before, (condition) => {
      const { subject, at } = this.#targetOf(condition)
      return subjectThrough(subject, (row) => row[at])
    })
  }

  after(rows: readonly ReportRow[]): readonly ReportRow[] {
    return this.#fitting(rows, this.#after, (condition) => this.#subjectAfter(this.#targetOf(condition)))
  }

  #fitting<R>(
    rows: readonly R[],
    conditions: readonly Condition[],
    subjectOf: (condition: Condition) => Subject<R>,
  ): readonly R[] {
    if (conditions.length === 0) return rows
    const { patterns, wallClock, cost, turns } = this.#scope
    const forEach = (visit: (row: R) => void) => rows.forEach(visit)
    const searched = { subjectOf, forEach, patterns, wallClock, cost, ...(turns === undefined ? {} : { turns }) }
    const { test } = compile(searched, conditions, this.#or, this.#counter)
    return test === null ? rows : rows.filter(test)
  }

  #isReckoned(condition: Condition): boolean {
    if (condition.conditions !== undefined) return condition.conditions.some((inner) => this.#isReckoned(inner))
    const { index } = this.#targetOf(condition)
    return index !== undefined && this.#columns[index]?.column.aggregate !== null
  }

  #subjectAfter({ subject, at, index }: Target): Subject<ReportRow> {
    const aggregate = index === undefined ? null : (this.#columns[index]?.column.aggregate ?? null)
    if (index === undefined || aggregate === null) return subjectThrough(subject, ({ first }) => first[at])
    if (aggregate === "max" || aggregate === "min") {
      return subjectThrough(subject, ({ cells }) => {
        const cell = cells[index] ?? null
        return cell === null || typeof cell === "number" ? undefined : cell
      })
    }
    return {
      match: "number",
      read({ cells }) {
        const cell = cells[index]
        return typeof cell === "number" ? cell : undefined
      },
    }
  }
}

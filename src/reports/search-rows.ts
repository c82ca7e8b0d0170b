import { type Subject, subjectOfRecords, subjectThrough } from "../fields/index.ts"
import {
  type CompiledConditions,
  type ConditionCounter,
  compile,
  loadPatterns,
  requireSubject,
  type SearchScope,
} from "../items/index.ts"
import { invalidParams } from "../model/index.ts"
import { type Condition, datastoreOf, type Report, splitReference } from "../model/records/index.ts"
import type { ReportRow } from "./group-rows.ts"
import type { JoinedRow } from "./join-rows.ts"
import { PendingRows } from "./pending-rows.ts"
import { indexOfColumn, type PlacedColumn, placeOf } from "./placed-columns.ts"

interface Target {
  readonly subject: Subject
  readonly at: number
  /** Index of the column; undefined if the condition names a field or a system property. */
  readonly index?: number
}

type FindTarget = (condition: Condition) => Target

export interface RowConditions {
  readonly conditions: readonly Condition[]
  readonly useOrCondition: boolean
  readonly targetOf: FindTarget
}

/** Returns the conditions of a request. They may name only visible columns. */
export function requestConditions(
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
      if (reference === undefined) throw invalidParams("a condition needs an id or nested conditions")
      const index = indexOfColumn(columns, reference)
      const column = columns[index]
      if (column?.isShown !== true) throw unknownCondition(reference)
      return { subject: subjectOfColumn(view, column), at: column.at, index }
    },
  }
}

/** Returns the report's own conditions. They may name visible and hidden columns, fields of its datastores and system properties. */
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

function subjectOfColumn(view: SearchScope["view"], { type, field, datastore, key }: PlacedColumn): Subject {
  const subject = type.subject(field, { view, datastore })
  if (subject === undefined) throw unknownCondition(key)
  return subject
}

/**
 * Filters joined rows with `before`, and grouped rows with `after`. Conditions on aggregated columns, also nested ones, apply after
 * grouping. If there are such conditions and `useOrCondition` is true, all conditions apply after grouping. Throws for the same invalid
 * conditions as item searches (model.md section 11).
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
    const isLate = conditions.map((condition) => this.#isAggregated(condition))
    const isAllLate = useOrCondition && isLate.includes(true)
    this.#before = conditions.filter((_, at) => !isAllLate && isLate[at] === false)
    this.#after = conditions.filter((_, at) => isAllLate || isLate[at] === true)
  }

  async before(pending: PendingRows): Promise<PendingRows> {
    const { test, shortcuts, hasPatterns } = await this.#compile(
      () => pending.rows,
      this.#before,
      (condition): Subject<JoinedRow> => {
        const { subject, at } = this.#targetOf(condition)
        return at === 0 ? subjectOfRecords(subject, ([source]) => source) : subjectThrough(subject, (row) => row[at])
      },
    )
    if (test === null) return pending
    const { turns } = this.#scope
    if (turns === undefined || !hasPatterns) return pending.where(test, shortcuts)
    return PendingRows.of(await turns.filter(pending.where(null, shortcuts).rows, test))
  }

  async after(rows: readonly ReportRow[]): Promise<readonly ReportRow[]> {
    const { test, hasPatterns } = await this.#compile(
      () => rows,
      this.#after,
      (condition) => this.#subjectAfter(this.#targetOf(condition)),
    )
    if (test === null) return rows
    const { turns } = this.#scope
    return turns !== undefined && hasPatterns ? turns.filter(rows, test) : rows.filter(test)
  }

  async #compile<R>(
    rows: () => readonly R[],
    conditions: readonly Condition[],
    subjectOf: (condition: Condition) => Subject<R>,
  ): Promise<CompiledConditions<R>> {
    if (conditions.length === 0) return { test: null, shortcuts: [], hasPatterns: false }
    const { patterns, wallClock, cost, turns } = this.#scope
    const forEach = (visit: (row: R) => void) => rows().forEach(visit)
    const searched = { subjectOf, forEach, patterns, wallClock, cost, ...(turns && { turns }) }
    await loadPatterns(conditions)
    return compile(searched, conditions, this.#or, this.#counter)
  }

  #isAggregated(condition: Condition): boolean {
    if (condition.conditions !== undefined) return condition.conditions.some((inner) => this.#isAggregated(inner))
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

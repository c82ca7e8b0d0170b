import type { DId, FId, Instant, PId, RId, RpfId, RpId, WId } from "../../model/ids.ts"
import type { Names } from "../../model/names.ts"
import type { Condition } from "../condition.ts"

/** How the values of a grouped column become one (model.md section 17). */
export type Aggregate = "sum" | "count" | "avg" | "max" | "min"

/** A datastore joined to a report: its items that an item of `from` leads to. */
export interface ReportJoin {
  /** What columns call it. */
  readonly as: string
  readonly dId: DId
  /** Which items it joins on to: those of an earlier join, or of the source (null). */
  readonly from: string | null
  /** A lookup field of `from` that names the joined items, or one of theirs that names those of `from`; null = item links. */
  readonly via: { readonly fId: FId; readonly of: "from" | "joined" } | null
  /** Rows without a partner go. */
  readonly inner: boolean
}

export interface ReportColumn {
  readonly rpfId: RpfId
  /** `""` = none. */
  readonly displayId: string
  /** Null = the field's name. */
  readonly title: Names | null
  /** The join whose items have the field; null = the source. */
  readonly from: string | null
  readonly fId: FId
  readonly aggregate: Aggregate | null
  readonly hide: boolean
  /** Null = right for numbers, else left. */
  readonly align: "left" | "right" | "center" | null
  readonly width: number
  readonly disableSearch: boolean
}

export interface ReportSort {
  readonly rpfId: RpfId
  readonly order: "asc" | "desc"
}

/** A view over the items of a datastore and of those joined to them (model.md section 17). */
export interface Report {
  readonly rpId: RpId
  readonly wId: WId
  readonly pId: PId
  readonly displayId: string
  readonly name: Names
  readonly displayOrder: number
  readonly hideMenu: boolean
  /** Roles that may read it; empty = ADMIN only. */
  readonly roles: readonly RId[]
  /** The source. */
  readonly dId: DId
  readonly joins: readonly ReportJoin[]
  readonly columns: readonly ReportColumn[]
  readonly groupBy: readonly RpfId[]
  /** `rpfId` names a column; `id` a field of the source (f_id) or of a join (`AS.f_id`), or what is known of the source's items. */
  readonly conditions: readonly Condition[]
  readonly sort: readonly ReportSort[]
  readonly createdAt: Instant
  readonly ordinal: number
}

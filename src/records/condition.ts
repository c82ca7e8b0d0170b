/**
 * One search condition, a leaf or a group (model.md section 11). `id` is a field's internal or display ID or a system name;
 * in saved lists and default searches always the internal one.
 */
export interface Condition {
  readonly id?: string
  readonly rpfId?: string
  /** Null: an end of a range that is open. */
  readonly searchValue?: readonly (string | null)[]
  readonly dataType?: string
  readonly exactMatch?: boolean
  readonly notMatch?: boolean
  readonly includeNull?: boolean
  readonly conditions?: readonly Condition[]
  readonly useOrCondition?: boolean
}

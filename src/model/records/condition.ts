/** A search condition or a group of conditions (model.md section 11). In saved lists and default searches, `id` is never a display ID. */
export interface Condition {
  /** ID or display ID of the searched field, or a system name. */
  readonly id?: string | undefined
  /** ID of the searched column of a report. It is given instead of `id`. */
  readonly rpfId?: string | undefined
  /** The values to find, which are strings or null for every data type. For a range, its two bounds. */
  readonly searchValue?: readonly (string | null)[] | undefined
  /** Data type of the field, if the client sends it. */
  readonly dataType?: string | undefined
  /** For strings: if true, only equal values match; if false, the searched string is a pattern. Default: false. */
  readonly exactMatch?: boolean | undefined
  /** If true, the condition or group is inverted; it then also matches empty values. Default: false. */
  readonly notMatch?: boolean | undefined
  /** If true, the condition also matches empty values. Default: false. */
  readonly includeNull?: boolean | undefined
  /** The conditions of the group, if this is a group. */
  readonly conditions?: readonly Condition[] | undefined
  /** For groups: if true, one condition must match; if false, all conditions must match. Default: false. */
  readonly useOrCondition?: boolean | undefined
}

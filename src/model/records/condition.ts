/**
 * A search condition or a group of conditions (model.md section 11). In saved lists and default searches, `id` is never a
 * display ID.
 */
export interface Condition {
  /** ID or display ID of the searched field, or a system name. */
  readonly id?: string | undefined
  /** ID of the searched column of a report, instead of `id`. */
  readonly rpfId?: string | undefined
  /** Values to find, as strings or null whatever the data type; a range has two values. */
  readonly searchValue?: readonly (string | null)[] | undefined
  /** Data type of the field, if the client sends it. */
  readonly dataType?: string | undefined
  /** For strings: true matches equal values, false matches a pattern. Default: false. */
  readonly exactMatch?: boolean | undefined
  /** Inverts the condition or group; an inverted condition matches empty values. Default: false. */
  readonly notMatch?: boolean | undefined
  /** Also matches empty values. Default: false. */
  readonly includeNull?: boolean | undefined
  /** The conditions of a group. */
  readonly conditions?: readonly Condition[] | undefined
  /** For groups: if true, one condition must match; if false, all conditions must match. Default: false. */
  readonly useOrCondition?: boolean | undefined
}

/**
 * One search condition, a leaf or a group (model.md section 11). `id` is a field's internal or display ID or a system name;
 * in saved lists and default searches always the internal one.
 */
export interface Condition {
  /** The field that is searched, by its ID or display ID. */
  readonly id?: string | undefined
  /** The column of a report that is searched, instead of `id`. */
  readonly rpfId?: string | undefined
  /** What is looked for: texts and nulls whatever the data type; a range is two of them */
  readonly searchValue?: readonly (string | null)[] | undefined
  /** The data type of the field, where a client names it. */
  readonly dataType?: string | undefined
  /** Of texts: true for equality, false for a pattern. Default false */
  readonly exactMatch?: boolean | undefined
  /** True: what does not fit is found; empty values then fit. Default false */
  readonly notMatch?: boolean | undefined
  /** True: empty values fit, too. Default false */
  readonly includeNull?: boolean | undefined
  /** Conditions that stand together in place of one. */
  readonly conditions?: readonly Condition[] | undefined
  /** True: one condition is enough; false: all have to fit. Default false */
  readonly useOrCondition?: boolean | undefined
}

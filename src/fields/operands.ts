import type { FId } from "../model/ids.ts"
import type { Field } from "../model/records/field.ts"
import { compileFormula, FormulaError } from "./formula.ts"

/** The fields that the formula of a field names, each once, in that order; none where there is no formula, or one that says nothing. */
export function operandsOf(field: Field, fields: readonly Field[]): readonly FId[] {
  if (!("calc" in field)) return []
  const formula = compileFormula(field.calc.formula, fields)
  return formula instanceof FormulaError ? [] : formula.operands
}

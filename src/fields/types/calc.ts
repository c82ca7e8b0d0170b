import { inNfc } from "../../model/index.ts"
import { changeSettings, initialSettings, NUM_INFO, readFixtureSettings } from "../../model/settings/index.ts"
import { plainForm } from "../fixture-form.ts"
import { compileFormula, FormulaError } from "../formula.ts"
import { indexField, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType } from "./field-type.ts"
import { dumpNumInfo } from "./num-info.ts"
import { listNumber, numberLimits } from "./number.ts"

const NO_FORMULA = Object.freeze({ formula: "" })

/** Type of fields with a formula. Every write of the item computes the value and ignores a value in the request. */
export const calc: FieldType<"calc"> = {
  ...baseType,
  origin: {
    from: "formula",
    compile(field, fields) {
      const formula = compileFormula(field.calc.formula, fields)
      return formula instanceof FormulaError ? () => null : formula.compute
    },
  },
  limits: numberLimits,
  parse: () => null,
  details: (value) => value ?? null,
  list: (value, _field, context) => listNumber(value, context),
  sortKey: (value) => value ?? null,
  subject: (field): Subject => ({ match: "number", read: storedReader(field), ...indexField(field) }),
  mayBeUnique: false,
  settings: {
    takes: ["numInfo", "calc"],
    blank: (dataType) => ({ dataType, numInfo: initialSettings(NUM_INFO), calc: NO_FORMULA }),
    change: ({ dataType, numInfo, calc }, input) => ({
      dataType,
      numInfo: changeSettings(NUM_INFO, numInfo, input.numInfo),
      calc: input.calc?.formula === undefined ? calc : Object.freeze({ formula: inNfc(input.calc.formula) }),
    }),
    isNarrowed: () => false,
  },
  fixture: {
    ...plainForm,
    members: ["num_info", "calc"],
    required: ["calc"],
    loadSettings(dataType, given, { isUnreadable }) {
      const formula = given.calc?.formula ?? ""
      return {
        dataType,
        numInfo: readFixtureSettings(NUM_INFO, given.num_info),
        calc: Object.freeze({ formula: isUnreadable(formula) ? "" : formula }),
      }
    },
    // A formula that contains a deleted field is invalid. It is dumped as an empty formula, because neither computes a value.
    dumpSettings: (field, { fields }) => ({
      num_info: dumpNumInfo(field),
      calc: { formula: compileFormula(field.calc.formula, fields) instanceof FormulaError ? "" : field.calc.formula },
    }),
    checkSettings({ calc: { formula } }, fields) {
      const compiled = formula === "" ? undefined : compileFormula(formula, fields)
      return compiled instanceof FormulaError ? { path: ["calc", "formula"], message: compiled.message } : undefined
    },
  },
}

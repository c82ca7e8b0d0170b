export {
  type AutoNumber,
  drawNumber,
  formatAutoNumber,
  invalidTarget,
  lastIssued,
  nextNumber,
  numberIn,
  requireAutonumField,
  setCounter,
} from "./auto-numbers.ts"
export { type ActionInput, actionSettings, newActionSettings } from "./datastores/action-settings-input.ts"
export {
  changeAction,
  DEFAULT_ACTIONS,
  defaultPublishRoles,
  fieldSettingOf,
  makeAction,
  mayChooseStatus,
  mayWriteField,
  putAction,
  requireUnused,
  runnableActions,
  type StatusMove,
  statusMovesFrom,
} from "./datastores/actions.ts"
export { displayOf, storedDisplay } from "./datastores/display.ts"
export { makeSeedDatastore, requireRoomForDatastore, SEED } from "./datastores/seed-datastore.ts"
export {
  compute,
  type DrawnField,
  type FieldPlan,
  fieldPlanOf,
  hiddenFieldsOf,
  mandatoryFieldsOf,
  type PlannedField,
  publishedTo,
} from "./field-plan.ts"
export type { FixtureSettings, ReferenceReading, ReferenceWriting, SettingsLoading } from "./fixture-form.ts"
export { compileFormula, FormulaError, operandsOf } from "./formula.ts"
export { naturalValues, readableFields } from "./natural-values.ts"
export { isReservedFieldId, isSystemKey, TITLE_KEY } from "./reserved-ids.ts"
export {
  changedOptions,
  type FieldInput,
  fieldSettings,
  newFieldSettings,
  newOptions,
  type OptionInput,
} from "./settings/field-settings-input.ts"
export { changeField, makeField } from "./settings/make-field.ts"
export { putField } from "./settings/put-field.ts"
export { clearLookupsInto, removeField, removeOptions } from "./settings/remove-field.ts"
export { attachNamed, dropUnnamed, settleFiles } from "./settle-files.ts"
export { asIs, type Side, type Subject, subjectOfRecords, subjectThrough, valueIn } from "./subject.ts"
export { titleOf, titleReader, titleWithin } from "./title.ts"
export { instantBound, instantSubject } from "./types/datetime.ts"
export {
  type DetailForm,
  type FieldType,
  type FileForm,
  type FormContext,
  InvalidValue,
  isCleared,
  type LookupForm,
  type NaturalValue,
  type UserForm,
  type WriteContext,
} from "./types/field-type.ts"
export { holdsNumbers } from "./types/num-info.ts"
export { plainDigits } from "./types/number.ts"
export { DATA_TYPES, fieldTypeOf, holdsValues, isDataType, lookupOf } from "./types/registry.ts"
export { statusSubject } from "./types/status.ts"
export { limitsOf } from "./types/suggestions.ts"

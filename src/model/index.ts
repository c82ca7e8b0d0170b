export {
  addSeconds,
  type Duration,
  endOfDay,
  LAST_INSTANT,
  readDate,
  readDay,
  readDuration,
  readInstant,
  readMoment,
  toInstant,
  toSeconds,
} from "./calendar/instants.ts"
export { nextExec, register, scheduleProblem } from "./calendar/next-exec.ts"
export {
  type DisplayIdForm,
  displayIdFault,
  findByDisplayId,
  findByEitherId,
  findNamed,
  inNfc,
  requireDisplayId,
} from "./display-ids.ts"
export {
  type CallContext,
  DomainError,
  type ErrorCode,
  type Finding,
  invalidParams,
  noPrivileges,
  placeNotFound,
  type Reason,
  type Refusal,
  targetNotFound,
} from "./error.ts"
export {
  type AccessKey,
  type AId,
  type AutoId,
  type ConfirmationId,
  type DId,
  type FId,
  type FileId,
  type FnId,
  type GId,
  type HistoryId,
  type Id,
  type IId,
  type Instant,
  isInternalId,
  type MailId,
  NEVER,
  type OId,
  type PId,
  type QId,
  type QtId,
  type RId,
  type RpfId,
  type RpId,
  type SId,
  type TempDId,
  type TpId,
  type UId,
  type WId,
} from "./ids.ts"
export { LazyModule } from "./lazy-module.ts"
export { changeNames, LANGS, type Lang, type NameInput, type Names, nameIn, toNames } from "./names.ts"
export { oncePer } from "./once-per.ts"
export { byOrdinal, byText, compareSortKeys, textSortKey } from "./order.ts"
export { answerRefusal, presentFindings, type RefusalNames } from "./refusals/answer.ts"
export {
  type CauseKind,
  causesText,
  causeText,
  type FactName,
  type Facts,
  type FactValue,
  type RefusalCause,
  sectionOf,
} from "./refusals/causes.ts"
export {
  EXPLAINED_KINDS,
  type ExplainedCall,
  type ExplainedFact,
  type ExplainedStep,
  type Explanation,
  type Move,
  type StepExplanation,
  type Way,
} from "./refusals/explanation.ts"
export {
  type CheckKind,
  explainCheck,
  moveText,
} from "./refusals/explanation-texts.ts"
export {
  type AnswerForm,
  CAUSES,
  type Code,
  codesOf,
  type ErrorShape,
  MAX_FINDINGS,
  REFUSAL_STEPS,
  type RefusalStep,
  type Refusing,
  refusalOf,
  STATUSES,
} from "./refusals/refusals.ts"
export { isSecretName } from "./secret-names.ts"
export { type SnakeCase, snakeCase } from "./snake-case.ts"
export { defined, omitEmpty, unless, unlessEmpty } from "./sparse.ts"
export { decodeBase64, encodeBase64, encodeBase64Url, readUtf8 } from "./strings/bytes.ts"
export { countJson } from "./strings/count-json.ts"
export { crc32 } from "./strings/crc32.ts"
export { knownKind, notUtf8 } from "./strings/encodings.ts"
export { areEscapesValid } from "./strings/escapes.ts"
export { foldCase, foldPatternWidth, foldText, foldWidth, placesBeforeFolding } from "./strings/fold.ts"
export {
  escapeHtml,
  isEmailAddress,
  isSingleLine,
  localPart,
  requireEmailAddress,
  requireSingleLine,
} from "./strings/mail-text.ts"
export { editDistance, inspect, type NamesOf, nearest, requireOptions } from "./strings/options.ts"
export { fitsPattern } from "./strings/wildcard.ts"
export { SharedWork, WorkQueue } from "./work-queue.ts"

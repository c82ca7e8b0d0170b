export { issueText, typeName, valueAt } from "./issue-text.ts"
export { elsewhereText, suggestPlace } from "./misplaced.ts"
export { check, checksOf, dataOf, type ParseResult, parseInput, requireWellFormed } from "./parse.ts"
export {
  anyObject,
  anyValue,
  bytes,
  data,
  isData,
  isObject,
  type JsonObject,
  lazy,
  list,
  map,
  nameInput,
  object,
  optionalBoolean,
  optionalId,
  optionalInt,
  optionalString,
  sharedNameOf,
  shareName,
} from "./schemas.ts"
export { absentProperty, isReturnedProperty, refuseUnknown, unknownInput } from "./unknown-properties.ts"

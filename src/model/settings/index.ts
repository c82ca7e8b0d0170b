export { ACTION_FIELD } from "./action.ts"
export { DISPLAY } from "./datastore.ts"
export { AUTONUM, FIELD, FIELD_IN, FILE, MAX_DIGIT, NUM_INFO, USERS, USERS_IN_SEARCH } from "./field.ts"
export {
  type ChangesOf,
  changeSettings,
  controlShape,
  dumpSettings,
  type FixtureOf,
  fixtureShape,
  initialSettings,
  inputShape,
  partialShape,
  pickSettings,
  presentSettings,
  type RecordOf,
  readFixtureSettings,
  readWireSettings,
  requestShape,
  responseShape,
  type WireOf,
} from "./setting.ts"
export { FUNCTIONALITY, FUNCTIONALITY_OF, LIMITS, PASSWORD_POLICY } from "./workspace.ts"

export type { AccessSet } from "./access-sets.ts"
export {
  type BlobUse,
  blobNames,
  blobsNewlyNamed,
  blobsOfPatches,
  blobsOfState,
  NAMING_TABLES,
  useOf,
} from "./blobs.ts"
export { indexFaults, orderItems, type Records, stateOf, stateOfVectors, withoutOrders } from "./build-state.ts"
export { groupKey, valueKey } from "./indexes.ts"
export { withKnownParts } from "./known-parts.ts"
export {
  addLink,
  isLinked,
  linkedItems,
  linksFrom,
  linksTo,
  listLinksFrom,
  listLinksOf,
  moveLookupLink,
  otherEnd,
  removeLink,
} from "./links.ts"
export { isOrdered } from "./ordered-fields.ts"
export { ownSecretsOf } from "./own-secrets.ts"
export { redo, replay } from "./replay.ts"
export { type ClockState, DEFAULT_SETTINGS, type Scalars, type Settings } from "./scalars.ts"
export {
  type Change,
  inLanguage,
  makeState,
  type Patch,
  type State,
  stateDigest,
  type WorldSettings,
  withSettings,
} from "./state.ts"
export { canonicalJson, textDigest } from "./store/digest.ts"
export { type Grams, gramsOf, mayHold, runsOf } from "./store/grams.ts"
export { finish } from "./store/in-turns.ts"
export { Table } from "./store/table.ts"
export {
  type Node,
  type SlotDifference,
  type Summarizing,
  VECTOR_BITS,
  type Vector,
  vectorFind,
} from "./store/vector.ts"
export { VectorPages } from "./store/vector-pages.ts"
export { WeakValues } from "./store/weak-values.ts"
export { isItemsTable, itemsTable, keyOf, type TableName, type Tables } from "./tables.ts"
export { type RandomStream, type Savepoint, Tx } from "./tx.ts"
export { View } from "./view.ts"

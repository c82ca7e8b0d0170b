export { badCapsule } from "./bad-capsule.ts"
export { packCapsule, readCapsule } from "./capsule-file.ts"
export {
  CAPSULE_FORMAT,
  type Capsule,
  type CapsuleChange,
  type CapsuleRequest,
  capsuleSchema,
} from "./capsule-form.ts"
export { packChange, packState, unlessBroken, unpackChanges, unpackState } from "./capsule-state.ts"
export { ConcealedRecords, REPLACEMENT_PASSWORD } from "./conceal-records.ts"

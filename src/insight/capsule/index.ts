export { anonymiseMoment } from "./anonymise-moment.ts"
export { badCapsule } from "./bad-capsule.ts"
export { packCapsule, readCapsule } from "./capsule-file.ts"
export {
  type Capsule,
  type CapsuleChange,
  type CapsuleRequest,
  capsuleSchema,
} from "./capsule-form.ts"
export { unlessBroken, unpackChanges, unpackState } from "./capsule-state.ts"
export { REPLACEMENT_PASSWORD } from "./conceal-records.ts"
export { type CapsuleOutline, collectSecrets, type PackedMoment, packMoment } from "./pack-moment.ts"
export type { TextHider } from "./text-hider.ts"

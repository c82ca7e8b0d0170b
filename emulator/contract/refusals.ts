/** How a refused request is answered: what rows say of it, in the engine's words. */
export {
  CAUSES,
  type Code,
  codesOf,
  type ErrorShape,
  MOST_FINDINGS,
  REFUSAL_STEPS,
  type RefusalStep,
  type Refused,
  type Refusing,
  refusalOf,
  STATUSES,
} from "../../src/inside.ts"

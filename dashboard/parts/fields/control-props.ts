import type { Draft, Field } from "./field.ts"

/** What a control of a field is given. */
export interface ControlProps {
  readonly id: string
  readonly field: Field
  readonly draft: Draft
  readonly isMandatory?: boolean
  /** What is wrong with it. */
  readonly error?: string | undefined
  /** What the chosen IDs are called, where that is known. */
  readonly names?: ReadonlyMap<string, string>
  onChange(draft: Draft): void
}

import type { Draft, Field } from "./field.ts"

export interface ControlProps {
  readonly id: string
  readonly field: Field
  readonly draft: Draft
  readonly isMandatory?: boolean
  readonly isSingle?: boolean
  readonly error?: string | undefined
  /** Names to show for the selected IDs, as far as known. */
  readonly names?: ReadonlyMap<string, string> | undefined
  onChange(draft: Draft): void
}

export interface Figure {
  readonly name: string
  readonly value: number
  /** The highest value that the figure may have. */
  readonly limit: number
  readonly detail: string
}
export function isFragment(name: string): boolean
export function isUnclearName(name: string): boolean
export function measure(): { readonly figures: readonly Figure[] }

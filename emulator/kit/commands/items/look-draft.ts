/** Who looks at which item. */
export interface LookDraft {
  readonly user: number
  readonly item: number
}

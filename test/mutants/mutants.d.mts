/** A bug to plant: in `file`, the text `find`, which stands there exactly once, becomes `replace`. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
}

export const mutants: readonly Mutant[]

/** A bug to plant: in `file`, `replace` replaces the text `find`, which occurs exactly once. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
}

export const mutants: readonly Mutant[]

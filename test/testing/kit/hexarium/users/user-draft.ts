import fc from "fast-check"

export interface UserDraft {
  readonly user: number
  readonly name: string
}

export const userDrafts = (): fc.Arbitrary<UserDraft> =>
  fc.record({ user: fc.nat(20), name: fc.constantFrom("Kim", "Åsa", "花子") })

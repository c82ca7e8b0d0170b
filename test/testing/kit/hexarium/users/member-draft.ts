import fc from "fast-check"

export interface MemberDraft {
  readonly caller: number
  readonly user: number
  readonly group: number
}

export const memberDrafts = (): fc.Arbitrary<MemberDraft> =>
  fc.record({ caller: fc.nat(20), user: fc.nat(20), group: fc.nat(10) })

import fc from "fast-check"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import type { KitGroup } from "../../../../../emulator/testing/kit/schema.ts"

export interface GroupDraft {
  readonly caller: number
  readonly group: number
  readonly name: string
}

export const groupDrafts = (): fc.Arbitrary<GroupDraft> =>
  fc.record({ caller: fc.nat(20), group: fc.nat(10), name: fc.constantFrom("kit-1", "kit-2", "kit-3") })

export const childrenOf = (model: Model, gId: string): KitGroup[] =>
  [...model.groups.values()].filter((group) => group.parent === gId)

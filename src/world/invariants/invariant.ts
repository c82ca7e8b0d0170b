import { NEVER, oncePer } from "../../model/index.ts"
import type { Item } from "../../model/records/index.ts"
import { isItemsTable, itemsTable, type State, View } from "../../state/index.ts"
import type { World } from "../public-world.ts"
import type { EngineWorld } from "../world.ts"

/** A rule that every world satisfies at all times. */
export interface Invariant {
  /** Name of the invariant, as used in the `only` option of `checkInvariants`. */
  readonly name: string
  /** Text of the rule, with its section of the specification. */
  readonly description: string
  /** Checks the rule and returns a sentence for each violation. */
  readonly problems: (world: World) => readonly string[] | Promise<readonly string[]>
}

/** An invariant as declared in this folder. Its `problems` also receives a view of the world. */
export interface Rule extends Omit<Invariant, "problems"> {
  readonly problems: (view: View, world: EngineWorld) => readonly string[] | Promise<readonly string[]>
}

const itemsOf = oncePer((state: State): readonly Item[] => {
  const view = new View(state, NEVER, "")
  return state.tables
    .keys()
    .filter(isItemsTable)
    .flatMap((name) => view.all(name))
})

export const everyItem = ({ base }: View): readonly Item[] => itemsOf(base)

export const findItem = (view: View, dId: string, iId: string): Item | undefined => view.get(itemsTable(dId), iId)

export const findRepeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, at) => values.indexOf(value) !== at)),
]

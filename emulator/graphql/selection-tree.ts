import type { FieldNode, SelectionNode, SelectionSetNode } from "graphql"
import { refusedRequest } from "./refusals.ts"

export const MAX_DEPTH = 20
/** Maximum number of fields with the same name in one place. They are limited because validation compares each pair of them. */
export const MAX_REPEATS = 20

/** A field that a document selects, and how often it is selected in the same place. */
interface Selected {
  readonly name: string
  times: number
  /** Selected members of the field's objects. Undefined for a scalar. */
  fields: Selections | undefined
}

/** Selected fields by name in the response. */
export type Selections = Map<string, Selected>

/** A position in a document during the walk through its fields. */
interface Position {
  readonly depth: number
  /** Names of the fragments that enclose the position. */
  readonly spread: readonly string[]
  /** Whether the position is inside an introspection field. */
  readonly isIntrospection: boolean
}

const START: Position = { depth: 1, spread: [], isIntrospection: false }

/** The fields that a document selects, after replacing each spread by its fragment and merging fields of the same name. */
export class SelectionTree {
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>
  readonly #isIncluded: (selection: SelectionNode) => boolean

  /** `isIncluded` returns whether a selection is part of the tree. By default all are, whatever their directives say. */
  constructor(
    fragments: ReadonlyMap<string, SelectionSetNode>,
    isIncluded: (selection: SelectionNode) => boolean = () => true,
  ) {
    this.#fragments = fragments
    this.#isIncluded = isIncluded
  }

  read(set: SelectionSetNode): Selections {
    const selections: Selections = new Map()
    this.#add(set, selections, START)
    return selections
  }

  #add({ selections }: SelectionSetNode, into: Selections, at: Position): void {
    if (at.depth > MAX_DEPTH) throw refusedRequest(`query: expected at most ${MAX_DEPTH} levels of fields`)
    for (const selection of selections) {
      if (!this.#isIncluded(selection)) continue
      if (selection.kind === "Field") this.#addField(selection, into, at)
      else if (selection.kind === "InlineFragment") this.#add(selection.selectionSet, into, at)
      else {
        const { value } = selection.name
        const fragment = this.#fragments.get(value)
        if (fragment === undefined || at.spread.includes(value)) continue
        this.#add(fragment, into, { ...at, spread: [...at.spread, value] })
      }
    }
  }

  #addField({ name: { value: name }, alias, selectionSet }: FieldNode, into: Selections, at: Position): void {
    const isIntrospection = at.isIntrospection || name === "__schema" || name === "__type"
    // Aliases would multiply the size of the response.
    if (isIntrospection && alias !== undefined) throw refusedRequest("query: introspection can't use aliases")
    const key = alias?.value ?? name
    const selected: Selected = into.get(key) ?? { name, times: 0, fields: undefined }
    selected.times += 1
    if (selected.times > MAX_REPEATS) {
      throw refusedRequest(`query: expected the field ${key.slice(0, 100)} at most ${MAX_REPEATS} times in one place`)
    }
    into.set(key, selected)
    if (selectionSet === undefined) return
    selected.fields ??= new Map()
    this.#add(selectionSet, selected.fields, { ...at, depth: at.depth + 1, isIntrospection })
  }
}

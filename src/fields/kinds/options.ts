import type { OId } from "../../ids.ts"
import { nameIn } from "../../names.ts"
import type { Field, Option } from "../../records/field.ts"
import type { View } from "../../state/view.ts"
import { Unfit } from "./kind.ts"

interface Lookup {
  readonly byId: ReadonlyMap<string, Option>
  readonly byReference: ReadonlyMap<string, Option>
}

const lookups = new WeakMap<Field, Lookup>()

function lookupOf(field: Field): Lookup {
  let lookup = lookups.get(field)
  if (lookup === undefined) {
    const options = field.options ?? []
    const byId = new Map<string, Option>(options.map((option) => [option.oId, option]))
    const byDisplayId = options.map((option) => [option.displayId, option] as const)
    lookup = { byId, byReference: new Map([...byDisplayId, ...byId]) }
    lookups.set(field, lookup)
  }
  return lookup
}

/** The option of a stored value. */
export const optionOf = (field: Field, oId: OId): Option | undefined => lookupOf(field).byId.get(oId)

/** The stored form of an option named by internal or display ID; an unknown or disabled one does not fit. */
export function readOption(input: unknown, field: Field): OId | Unfit {
  const option = typeof input === "string" ? lookupOf(field).byReference.get(input) : undefined
  if (option === undefined)
    return new Unfit(`unknown option: ${typeof input === "string" ? input : JSON.stringify(input)}`)
  return option.enabled ? option.oId : new Unfit(`option is disabled: ${option.displayId}`)
}

/** The option's name in the world's language. */
export const labelOf = (view: View, field: Field, oId: OId): string => {
  const option = optionOf(field, oId)
  return option === undefined ? "" : nameIn(option.name, view.settings.lang)
}

/** In a CSV cell an option may be named by its label too: the reference that `readOption` takes. */
export function optionOfCell(view: View, field: Field, cell: string): string {
  const { lang } = view.settings
  return field.options?.find((option) => nameIn(option.name, lang) === cell)?.oId ?? cell
}

/** Position of an option among its like; an option that is gone comes first. */
export const optionRank = (field: Field, oId: OId): number => optionOf(field, oId)?.sortId ?? -1

import type { Model, ModelItem } from "./model.ts"

/** Returns the IDs of linked items: links made by hand, by the item's lookup fields, and by reverse links of other items' lookups. */
export function outgoingLinks(model: Model, item: ModelItem): Set<string> {
  const targets = new Set(item.links)
  for (const field of item.datastore.fields) {
    const value = item.values[field.displayId]
    if (field.lookup !== null && typeof value === "string" && model.items.has(value)) targets.add(value)
  }
  for (const other of model.items.values()) {
    for (const field of other.datastore.fields) {
      if (field.lookup?.reverseLink === true && other.values[field.displayId] === item.iId) targets.add(other.iId)
    }
  }
  return targets
}

export function removeItem(model: Model, item: ModelItem): void {
  model.items.delete(item.iId)
  for (const other of model.items.values()) {
    other.links.delete(item.iId)
    const named = other.datastore.fields.filter(
      ({ lookup, displayId }) => lookup !== null && other.values[displayId] === item.iId,
    )
    if (named.length === 0) continue
    const gone = named.map(({ displayId }) => displayId)
    other.values = Object.fromEntries(Object.entries(other.values).filter(([name]) => !gone.includes(name)))
  }
}

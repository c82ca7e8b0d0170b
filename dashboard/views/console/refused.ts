/**
 * Returns the reasons of a refused request by property of the body (errors.md section 1). Reads them from the list of errors, or from an
 * error message that contains the properties' paths.
 */
export function refusedMembers(body: unknown, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  const add = (place: string, text: string) => {
    const path = place.replace(/^(?:body|query|path)\./, "")
    const [first = ""] = path.split(".")
    // A reason for an item's value refers to a field. It is shown at the property `item`.
    const isValue = path.startsWith("f_id:") && names.has("item")
    const name = names.has(first) ? first : isValue ? "item" : undefined
    if (name === undefined) return
    const reason = path === name || isValue ? text : `${path}: ${text}`
    reasons.set(name, reasons.has(name) ? `${reasons.get(name)}\n${reason}` : reason)
  }
  for (const { reference_id, description, error } of elementsIn(body)) {
    const isNamed = reference_id.startsWith("f_id:") && names.has("item")
    add(reference_id || description, isNamed ? `${description}: ${error || description}` : error || description)
  }
  const text = typeof body === "object" && body !== null && "error" in body ? body.error : undefined
  if (typeof text === "string") {
    for (const part of text.split("; ")) {
      const [, place = "", reason = ""] = /^((?:body|query|path)\.[^:\s]+): (.*)$/s.exec(part) ?? []
      if (place !== "") add(place, reason)
    }
  }
  return reasons
}

function elementsIn(body: unknown) {
  if (typeof body !== "object" || body === null) return []
  const lists = ["errors", "error"].map((name): unknown => Reflect.get(body, name))
  return lists
    .filter((list) => Array.isArray(list))
    .flat()
    .map((element: unknown) => ({
      reference_id: textAt(element, "reference_id"),
      description: textAt(element, "description"),
      error: textAt(element, "error"),
    }))
}

function textAt(value: unknown, name: string): string {
  if (typeof value !== "object" || value === null) return ""
  const member: unknown = Reflect.get(value, name)
  return typeof member === "string" ? member : ""
}

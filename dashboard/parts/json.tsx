export const jsonText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")

/** Returns whether a text is valid JSON. An empty text is also accepted. */
export function isJson(text: string): boolean {
  if (text === "") return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <pre role="group" tabIndex={0} aria-label={label} class="json">
      {jsonText(value)}
    </pre>
  )
}

/** JSON as text, two spaces deep. */
export const jsonText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")

/** Whether a text that was written is JSON; an empty one is none that anybody sends. */
export function isJson(text: string): boolean {
  if (text === "") return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON to be read. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <pre role="group" tabIndex={0} aria-label={label} class="json">
      {jsonText(value)}
    </pre>
  )
}

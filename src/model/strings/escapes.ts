/** Returns whether `decodeURIComponent` can decode all percent escapes of a text. */
export function areEscapesValid(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

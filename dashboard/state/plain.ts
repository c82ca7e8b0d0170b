/** Decodes a part of an address or of a path. Returns an invalid part unchanged. */
export function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

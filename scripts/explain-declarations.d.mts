/** What is known of one operation. */
export interface Meaning {
  readonly summary: string
  readonly isRoute: boolean
  /** What a member means, by the names that lead to it on the wire. */
  find(part: "request" | "answer" | "query", path: readonly string[]): string | undefined
}

export function meaningsOf(documents: { readonly api: object; readonly control: object }): ReadonlyMap<string, Meaning>

export function explained(
  path: string,
  text: string,
  meanings: ReadonlyMap<string, Meaning>,
  silent?: (member: string) => void,
): string

export function withCommentsOnLines(text: string): string

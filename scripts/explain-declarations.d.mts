/** What is known of one operation. */
export interface Meaning {
  readonly summary: string
  readonly isRoute: boolean
}

export function meaningsOf(documents: { readonly api: object; readonly control: object }): ReadonlyMap<string, Meaning>

export function explained(
  path: string,
  text: string,
  meanings: ReadonlyMap<string, Meaning>,
  silent?: (member: string) => void,
): string

export function withCommentsOnLines(text: string): string

/** The declarations of rows for clients, with `params`. */
export function withClientRows(text: string): string

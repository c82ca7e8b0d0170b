/** The declarations of rows with `params`. */
export function withParameters(text: string): string

/** The declarations of a file with plain types in place of zod's. */
export function withPlainSchemas(text: string): string

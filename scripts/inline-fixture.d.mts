/** The fixture file at `path` with everything it names written into it. */
export function inlineFixture(path: string): Promise<unknown>

export function inlineFixture(path: string): Promise<unknown>

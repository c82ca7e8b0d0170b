/** Any runner: what `hexarium/worlds` asks of one. */
declare module "some-runner" {
  export function it(name: string, test: (...given: unknown[]) => unknown): void
}

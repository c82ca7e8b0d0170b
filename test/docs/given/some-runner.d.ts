/** The functions that `hexarium/worlds` needs from any test runner. */
declare module "some-runner" {
  export function it(name: string, test: (...given: unknown[]) => unknown): void
}

/** The part of Cypress that the documents use. The package is not installed here. */
declare namespace Cypress {
  interface Chainable<S = unknown> {
    wrap<T>(value: Promise<T>, options?: { log: boolean }): Chainable<T>
    then(use: (value: S) => void): Chainable<S>
    visit(path: string): Chainable
    contains(text: string): Chainable
    click(): Chainable
    reload(): Chainable
  }
  // biome-ignore lint/suspicious/noExplicitAny: a command takes any arguments.
  const Commands: { add(name: string, command: (...given: any[]) => unknown): void }
}
declare const cy: Cypress.Chainable
declare function describe(name: string, run: () => void): void
declare function it(name: string, run: () => void): void
declare function beforeEach(run: () => void): void

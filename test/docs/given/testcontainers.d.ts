/** The part of Testcontainers that the documents use. The package is not installed here. */
declare module "testcontainers" {
  interface StartedContainer {
    getHost(): string
    getMappedPort(port: number): number
    stop(): Promise<unknown>
  }

  export class GenericContainer {
    constructor(image: string)
    withCopyFilesToContainer(files: { source: string; target: string }[]): this
    withEnvironment(environment: Record<string, string>): this
    withCommand(command: string[]): this
    withExposedPorts(...ports: number[]): this
    withWaitStrategy(strategy: unknown): this
    start(): Promise<StartedContainer>
  }

  export const Wait: { forHealthCheck(): unknown }
}

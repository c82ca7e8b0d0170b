/** The parts of OpenTelemetry's packages that the documents use. The packages are not installed here. */
declare module "@hono/otel" {
  import type { Context, MiddlewareHandler } from "hono"

  export function httpInstrumentationMiddleware(config?: {
    serviceName?: string
    spanNameFactory?: (context: Context) => string
    captureResponseHeaders?: string[]
  }): MiddlewareHandler
}

declare module "@opentelemetry/sdk-trace-node" {
  export class ConsoleSpanExporter {
    export(spans: unknown[]): void
  }
  export class SimpleSpanProcessor {
    constructor(exporter: ConsoleSpanExporter)
  }
  export class NodeTracerProvider {
    constructor(config: { spanProcessors: SimpleSpanProcessor[] })
    register(): void
  }
}

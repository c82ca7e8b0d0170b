/** A sample of a metric. */
export interface Sample {
  /** Appended to the metric's name, such as `_sum` of a histogram. */
  readonly suffix?: "_bucket" | "_sum" | "_count"
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with its samples. */
export interface Metric {
  readonly name: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  readonly samples: readonly Sample[]
}

/** Content type of the Prometheus text format. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** Writes metrics in the Prometheus text format, version 0.0.4. Metrics without samples are omitted. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map((sample) => lineOf(name, sample))
      return [`# HELP ${name} ${escapeLabel(help)}\n`, `# TYPE ${name} ${type}\n`, ...lines].join("")
    })
    .join("")

function lineOf(name: string, { suffix, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text).replaceAll('"', '\\"')}"`)
  return `${name}${suffix ?? ""}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberText(value)}\n`
}

const escapeLabel = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")

/** Writes a number as Go's `ParseFloat` reads it. */
export const numberText = (value: number): string =>
  Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? "+Inf" : "-Inf"

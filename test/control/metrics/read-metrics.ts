/**
 * Reads the Prometheus text format, version 0.0.4, by the rules of its description
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Throws for everything that the description forbids.
 */

export interface ReadSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface ReadMetric {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadSample[]
}

const METRIC_NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*"
const LABEL = `([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"`
const SAMPLE = new RegExp(`^(${METRIC_NAME})(?:\\{((?:${LABEL})(?:,(?:${LABEL}))*),?\\})? (\\S+)(?: (-?\\d+))?$`)
const HELP = new RegExp(`^# HELP (${METRIC_NAME}) ((?:[^\\\\]|\\\\[\\\\n])*)$`)
const TYPE = new RegExp(`^# TYPE (${METRIC_NAME}) (counter|gauge|histogram|summary|untyped)$`)
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]Inf|NaN)$/

const unescapeLabel = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign))

function numberOf(text: string): number {
  if (!NUMBER.test(text)) throw new Error(`no number: ${text}`)
  return text.endsWith("Inf") ? Number(`${text}inity`) : Number(text)
}

function labelsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(LABEL, "g"))].map(([, name = "", value = ""]) => [
    name,
    unescapeLabel(value),
  ])
  const labels = Object.fromEntries(pairs)
  if (Object.keys(labels).length !== pairs.length) throw new Error(`a label occurs twice: ${text}`)
  return labels
}

export function readMetrics(text: string): Map<string, ReadMetric> {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line must end with a line feed")
  const metrics = new Map<string, ReadMetric>()
  let help: readonly [string, string] | undefined
  let current: ReadMetric | undefined
  for (const line of text.split("\n")) {
    if (line === "") continue
    const helped = HELP.exec(line)
    const typed = TYPE.exec(line)
    if (helped !== null) {
      help = [helped[1] as string, unescapeLabel(helped[2] as string)]
      if (metrics.has(help[0])) throw new Error(`HELP after the samples, or twice: ${line}`)
    } else if (typed !== null) {
      const [, name = "", type = ""] = typed
      if (metrics.has(name)) throw new Error(`TYPE twice: ${line}`)
      if (help?.[0] !== name) throw new Error(`no HELP before ${line}`)
      current = { name, type, help: help[1], samples: [] }
      metrics.set(name, current)
    } else if (line.startsWith("#")) throw new Error(`malformed comment: ${line}`)
    else addSample(current, line)
  }
  for (const metric of metrics.values()) requireValid(metric)
  return metrics
}

function addSample(metric: ReadMetric | undefined, line: string): void {
  const found = SAMPLE.exec(line)
  if (found === null) throw new Error(`malformed sample: ${line}`)
  const [, name = "", labels = ""] = found
  const value = numberOf(found.at(-2) as string)
  if (metric === undefined || !isOf(metric, name)) throw new Error(`a sample outside its group: ${line}`)
  metric.samples.push({ name, labels: labelsOf(labels), value })
}

const isOf = ({ name, type }: ReadMetric, sample: string): boolean =>
  type === "histogram" ? ["_bucket", "_sum", "_count"].some((suffix) => name + suffix === sample) : name === sample

function requireValid({ name, type, samples }: ReadMetric): void {
  const keys = samples.map(({ name: sample, labels }) => JSON.stringify([sample, Object.entries(labels).sort()]))
  if (new Set(keys).size !== keys.length) throw new Error(`${name}: two samples with the same labels`)
  if (samples.length === 0) throw new Error(`${name} has no samples`)
  if (type === "counter" && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name}: a negative counter`)
  if (type === "histogram") requireHistogram(name, samples)
}

function requireHistogram(name: string, samples: readonly ReadSample[]): void {
  const series = new Map<string, ReadSample[]>()
  for (const sample of samples) {
    const { le: _, ...others } = sample.labels
    const key = JSON.stringify(Object.entries(others).sort())
    series.set(key, [...(series.get(key) ?? []), sample])
  }
  for (const [key, all] of series) {
    const buckets = all.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => numberOf(labels.le ?? ""))
    const counts = buckets.map(({ value }) => value)
    const count = all.filter((sample) => sample.name === `${name}_count`)
    if (!isAscending(bounds, (left, right) => left < right)) throw new Error(`${name}${key}: bounds out of order`)
    if (!isAscending(counts, (left, right) => left <= right)) throw new Error(`${name}${key}: buckets not cumulative`)
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name}${key}: no bucket +Inf`)
    if (count.length !== 1 || count[0]?.value !== counts.at(-1)) throw new Error(`${name}${key}: _count is not +Inf's`)
    if (all.filter((sample) => sample.name === `${name}_sum`).length !== 1) throw new Error(`${name}${key}: no _sum`)
  }
}

const isAscending = (numbers: readonly number[], isInOrder: (left: number, right: number) => boolean): boolean =>
  numbers.every((number, at) => at === 0 || isInOrder(numbers[at - 1] as number, number))

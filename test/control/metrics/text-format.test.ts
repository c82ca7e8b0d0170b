import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { metricsText } from "../../../emulator/control/metrics/text-format.ts"
import { readMetrics } from "./read-metrics.ts"

describe("the Prometheus text format, version 0.0.4", () => {
  test("is written as its description shows it", () => {
    const text = metricsText([
      { name: "up", type: "gauge", help: 'Line one\nline "two" \\ end', samples: [{ value: 1 }] },
      {
        name: "asked_total",
        type: "counter",
        help: "Requests.",
        samples: [
          { labels: { path: 'C:\\DIR\\FILE.TXT\n"x"', code: "200" }, value: 1027 },
          { labels: { path: "", code: "400" }, value: 3 },
        ],
      },
      {
        name: "took_seconds",
        type: "histogram",
        help: "Durations.",
        samples: [
          { suffix: "_bucket", labels: { le: "0.05" }, value: 1 },
          { suffix: "_bucket", labels: { le: "+Inf" }, value: 2 },
          { suffix: "_sum", value: 53.423 },
          { suffix: "_count", value: 2 },
        ],
      },
      { name: "nothing", type: "gauge", help: "No samples.", samples: [] },
    ])
    expect(text).toBe(
      [
        String.raw`# HELP up Line one\nline "two" \\ end`,
        "# TYPE up gauge",
        "up 1",
        "# HELP asked_total Requests.",
        "# TYPE asked_total counter",
        String.raw`asked_total{path="C:\\DIR\\FILE.TXT\n\"x\"",code="200"} 1027`,
        'asked_total{path="",code="400"} 3',
        "# HELP took_seconds Durations.",
        "# TYPE took_seconds histogram",
        'took_seconds_bucket{le="0.05"} 1',
        'took_seconds_bucket{le="+Inf"} 2',
        "took_seconds_sum 53.423",
        "took_seconds_count 2",
        "",
      ].join("\n"),
    )
    expect([...readMetrics(text).keys()]).toEqual(["up", "asked_total", "took_seconds"])
  })

  test("any text and any number come back", async () => {
    const text = fc.string({ unit: "binary" })
    const value = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.POSITIVE_INFINITY, 1e21, 5e-324, -0))
    await fc.assert(
      fc.property(text, text, value, (help, label, number) => {
        const written = metricsText([
          { name: "m", type: "gauge", help, samples: [{ labels: { label }, value: number }] },
        ])
        const [sample] = readMetrics(written).get("m")?.samples ?? []
        // The format has no -0.
        expect(sample).toEqual({ name: "m", labels: { label }, value: number + 0 })
        expect(readMetrics(written).get("m")?.help).toBe(help)
      }),
      { seed: 1 },
    )
  })

  test.each([
    ["a missing line feed", "# HELP a x\n# TYPE a gauge\na 1"],
    ["a sample without TYPE", "a 1\n"],
    ["a second TYPE", "# HELP a x\n# TYPE a gauge\na 1\n# TYPE a gauge\n"],
    ["a sample outside its group", "# HELP a x\n# TYPE a gauge\na 1\n# HELP b x\n# TYPE b gauge\nb 1\na 2\n"],
    ["equal labels", '# HELP a x\n# TYPE a gauge\na{b="1"} 1\na{b="1"} 1\n'],
    ["a raw quote", '# HELP a x\n# TYPE a gauge\na{b="""} 1\n'],
    ["an unknown escape", '# HELP a x\n# TYPE a gauge\na{b="\\t"} 1\n'],
    ["no number", "# HELP a x\n# TYPE a gauge\na Infinity\n"],
    ["a bad name", "# HELP a-b x\n# TYPE a-b gauge\na-b 1\n"],
    ["no +Inf", '# HELP a x\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
    [
      "falling buckets",
      '# HELP a x\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    ["a wrong _count", '# HELP a x\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2\n'],
    ["no _sum", '# HELP a x\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_count 1\n'],
  ])("the reader of these tests refuses %s", (_, text) => {
    expect(() => readMetrics(text)).toThrow()
  })
})

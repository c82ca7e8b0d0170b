import type { shop } from "./shop.ts"

type Chart = NonNullable<Parameters<typeof shop>[1]>[number]

export const CHART = { "app-id": "APP", "chart-id": "Bars" }

/** A chart of the report R: sums by customer. */
export const bars: Chart = {
  chart_id: "Bars",
  name: { en: "Bars", ja: "棒" },
  report: "R",
  type: "bar",
  labels: "Who",
  values: ["Sum"],
}

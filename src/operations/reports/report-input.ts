import * as z from "zod"
import { applicationPlace } from "../places.ts"

export const reportPlace = () => ({
  ...applicationPlace(),
  report: z.string().describe("The report, by display or internal ID"),
})

export const chartPlace = () => ({
  ...applicationPlace(),
  chart: z.string().describe("The chart, by display or internal ID"),
})

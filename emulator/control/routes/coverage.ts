import * as z from "zod"
import { targetNotFound } from "../../../src/model/index.ts"
import { answer, answerOf, integer, listOf, objectOf } from "../../api/index.ts"
import { reportCoverage } from "../../insight/index.ts"
import { route } from "../route.ts"

const callCounts = (what: string) =>
  answer({
    name: z.string().describe(`Name of the ${what}`),
    calls: integer().describe("Number of calls"),
    outcomes: listOf("The outcomes that occurred", {
      outcome: z.string().describe("Outcome, for example ok or conflict ITEM_REV_CONFLICT"),
      count: integer().describe("Number of calls with this outcome"),
    }),
  })

const setting = (what: string) =>
  answer({
    application: z.string().describe("Display ID of the application"),
    datastore: z.string().describe("Display ID of the datastore"),
    name: z.string().describe(`Display ID or name of the ${what}`),
    count: integer().describe("Number of uses; 0 if it was never used"),
  })

const coverageShape = answerOf(() => ({
  operations: z.array(callCounts("operation")).describe("All operations of the contract"),
  unmet: listOf("Outcomes that the contract knows and that no request had", {
    operation: z.string().describe("Name of the operation"),
    outcome: z.string().describe("Outcome that no request had"),
    how: z.string().describe("A command that plans a fault with this outcome, or the request that causes it"),
  }),
  application: answer({
    actions: z.array(setting("action")).describe("Actions, with the number of their runs"),
    statuses: z.array(setting("status")).describe("Statuses, with the number of items that entered them"),
    schedules: z.array(setting("auto action")).describe("Auto actions, with the number of their runs"),
  }).describe("Settings of the worlds' applications"),
  graphql: z.array(callCounts("root")).describe("All GraphQL roots"),
  data_types: listOf("Data types of the values that requests wrote", {
    data_type: z.string().describe("Data type"),
    count: integer().describe("Number of written values"),
  }),
  mails: listOf("Confirmation links that were followed, by kind", {
    kind: z.string().describe("Kind of the confirmation"),
    count: integer().describe("Number of followed links"),
  }),
}))

export const coverageRoutes = [
  route(
    "GET /coverage",
    {
      name: "getCoverage",
      summary: "Get the operations, outcomes and settings that requests have used and not used",
      anchor: "coverage",
      query: objectOf(() => ({
        world: z.string().optional().describe("Name of a world. Default: all worlds together"),
      })),
      answer: coverageShape,
      refuses: [404],
    },
    ({ context, query }) => {
      const coverage = context.get("coverage")
      if (coverage === undefined) {
        throw targetNotFound("this server does not count coverage; start it with the option coverage: true")
      }
      const { operations, unmet, application, graphql, data_types, mails } = reportCoverage(coverage, query.world)
      return structuredClone({ operations, unmet, application, graphql, data_types, mails }) as never
    },
  ),
] as const

import type { ExplainedState } from "../../src/insight/index.ts"
import { explain } from "../../src/insight/index-explanations.ts"
import type { Explanation } from "../../src/model/index.ts"
import { GRAPHQL } from "../graphql/index.ts"
import type { ShownRequest } from "./shown-request.ts"
import { type GivenRequest, TriedApiRequest } from "./tried-api-request.ts"
import { TriedGraphqlRequest } from "./tried-graphql-request.ts"

/** Explains a request to /api/v0 or /graphql on a state (insight.md section 2). */
export const explainRequest = (ground: ExplainedState, given: GivenRequest): Promise<Explanation<ShownRequest>> =>
  explain(ground, isGraphql(given) ? new TriedGraphqlRequest(given) : new TriedApiRequest(given))

const isGraphql = ({ path }: GivenRequest): boolean => path.split("?")[0] === GRAPHQL

import * as z from "zod"
import { LANGS } from "../../../src/model/index.ts"
import { answerOf, objectOf } from "../../api/index.ts"
import { route } from "../route.ts"

/** Maximum number of items of one request. More items are made in parts, so that other requests run in between. */
const MAX_ITEMS = 1000

export const seedRoutes = [
  route(
    "POST /worlds/:w/seed",
    {
      name: "seedItems",
      summary: "Create items with invented values that fit the schema",
      anchor: "seed-items",
      body: objectOf(() => ({
        datastore: z.string().min(1).describe("The datastore, by display ID, APP/DS or d_id"),
        count: z.int().min(1).max(MAX_ITEMS).describe("Number of items"),
        seed: z.int().optional().describe("Seed of the values; the same seed gives the same values. Default: 1"),
        from: z.int().min(0).optional().describe("Number of the first item, to make many in parts. Default: 0"),
        locale: z.enum(LANGS).optional().describe("Language of names and texts. Default: en"),
        user: z.string().min(1).optional().describe("The user who creates the items. Default: all users who may"),
      })),
      answer: answerOf(() => ({
        created: z.int().describe("Number of items that were created"),
        moved: z.int().describe("Number of status actions that were run"),
        refused: z.int().describe("Number of status actions that were refused, for example by a script"),
        reason: z.string().nullable().describe("Reason of the first refused status action"),
      })),
      refuses: [404],
    },
    ({ named: { world }, body: { user, ...wish } }) => world.seedItems({ ...wish, as: user }),
  ),
] as const

import * as z from "zod"
import { type KeptChange, patchesOfChange } from "../../../src/insight/index.ts"
import { answerOf, strictObjectOf } from "../../api/index.ts"
import { rewindWorld } from "../../worlds/index.ts"
import { requireUser } from "../calls/require-user.ts"
import { presentVersion } from "../presenters/versions.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { versionName, versionShape, versionsQuery } from "../shapes/versions.ts"
import { worldShape } from "../shapes/worlds.ts"

const DEFAULT_LIMIT = 100

/** Routes of the versions of a world (insight.md section 1). */
export const versionRoutes = [
  route(
    "GET /worlds/:w/versions",
    {
      name: "listVersions",
      summary: "List the changes whose versions the server keeps, newest first",
      anchor: "versions",
      query: versionsQuery,
      hasNames: true,
      answer: answerOf(() => ({ versions: z.array(versionShape()).describe("The versions, newest first") })),
      refuses: [404],
    },
    ({ named, view: viewNow, query: { since, limit = DEFAULT_LIMIT, operation, user, record } }) => {
      const view = viewNow()
      const uId = user === undefined ? undefined : requireUser(view, user).uId
      const isWanted = (change: KeptChange): boolean =>
        change.version.version > (since ?? -1) &&
        (operation === undefined || change.made.operation === operation) &&
        (uId === undefined || change.made.actor === uId) &&
        (record === undefined || patchesOfChange(change).some(({ id }) => id === record))
      const found = named.world.history.changes().filter(isWanted).slice(0, limit)
      return { versions: found.map((change) => presentVersion(view, change, record)) }
    },
  ),
  route(
    "POST /worlds/:w/rewind",
    {
      name: "rewindWorld",
      summary: "Set a world back to one of its versions, as a new version",
      anchor: "versions",
      body: strictObjectOf(() => ({ version: versionName().describe("Number or name of the version") })),
      answer: worldShape,
      refuses: [404],
    },
    async ({ named, body }) => {
      await rewindWorld(named, body.version)
      return presentWorld(named)
    },
  ),
] as const

import { describe, expect, test } from "vitest"
import { desk } from "../control/desk.ts"

const READS = [
  "/health",
  "/ready",
  "/worlds",
  "/worlds/main",
  "/worlds/main/snapshots",
  "/worlds/main/clock",
  "/worlds/main/schedule",
  "/worlds/main/mails",
  "/worlds/main/requests",
  "/worlds/main/faults",
  "/worlds/main/webhooks",
  "/worlds/main/failures",
  "/worlds/main/export",
  "/worlds/main/datastores",
  "/nothing",
]

describe("reads of the control plane (control.md section 4)", () => {
  test("refuse pages of other sites", async () => {
    const { control } = await desk()
    const foreign = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
      { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
    ]
    for (const path of [...READS, "/worlds/main/events"]) {
      for (const method of ["GET", "HEAD"]) {
        for (const headers of foreign) {
          const answer = await control(method, path, undefined, { ...headers, "x-hexarium": "1" })
          expect([path, headers, answer.status]).toEqual([path, headers, 403])
        }
      }
    }
  })

  test("answer programs, the dashboard, and pages of this machine", async () => {
    const { control } = await desk()
    const ours = [
      {},
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "same-site", origin: "http://localhost:3000" },
    ]
    for (const headers of ours) expect((await control("GET", "/worlds", undefined, headers)).status).toBe(200)
  })

  test("headers forbid to cache a response, to guess its type and to embed it into another site's page", async () => {
    const { control, app } = await desk()
    const own = {
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    }
    for (const path of READS) {
      const { headers } = await control("GET", path)
      expect([path, Object.fromEntries(headers)]).toEqual([path, expect.objectContaining(own)])
    }
    const refused = await control("POST", "/worlds", {}, { "x-hexarium": "" })
    expect([refused.status, Object.fromEntries(refused.headers)]).toEqual([403, expect.objectContaining(own)])
    const events = await app.fetch(new Request("http://hexarium/_hexarium/worlds/main/events"))
    expect(Object.fromEntries(events.headers)).toMatchObject({
      ...own,
      "cache-control": "no-store, no-transform",
      "content-type": "text/event-stream",
    })
    await events.body?.cancel()
  })
})

import { inflateSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { HEADERS } from "./picture.ts"

describe("GetUserProfilePicture (api.md section 1.3)", () => {
  test("who has none gets a picture made here: a well-formed PNG", async () => {
    const { anybody, uId } = await people()
    const { status, body, headers } = await anybody.getUserProfilePicture({
      params: { "user-id": uId("pat@acme.test") },
    })
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("image/png")
    for (const [name, value] of Object.entries(HEADERS)) expect(headers.get(name)).toBe(value)
    const png = Buffer.from(body)
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n")
    expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20))
    const data = png.indexOf("IDAT")
    const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
    expect(pixels).toHaveLength(png.readUInt32BE(20) * (1 + png.readUInt32BE(16) / 8))
  })

  test("an unknown user", async () => {
    const { anybody, world } = await people()
    const unknown = () => anybody.getUserProfilePicture({ params: { "user-id": "f".repeat(24) } })
    expect(await refusalOf(world, unknown)).toEqual([404, flat("NOT_FOUND")])
  })
})

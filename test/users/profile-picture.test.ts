import { inflateSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { flat, people, refused } from "../worlds/people.ts"

const HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
const LIMIT = 5_242_880

const file = (type: string, bytes: Uint8Array<ArrayBuffer> | string = "x") => new File([bytes], "p", { type })

describe("the profile picture (api.md sections 1.3 to 1.5)", () => {
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

  test.each(["gif", "png", "jpeg", "bmp", "webp", "apng", "avif", "svg+xml", "tiff"])(
    "image/%s is kept as it is, whatever the bytes are",
    async (kind) => {
      const { as, anybody, uId } = await people()
      const bytes = new TextEncoder().encode("<script>alert(1)</script>")
      expect(await as("bob").uploadUserProfilePicture({ form: { file: file(`image/${kind}`, bytes) } })).toMatchObject({
        status: 200,
        body: { error: null },
      })
      const picture = await anybody.getUserProfilePicture({ params: { "user-id": uId("bob@acme.test", "B-1") } })
      expect(picture.headers.get("content-type")).toBe(`image/${kind}`)
      expect(picture.body).toEqual(bytes)
      for (const [name, value] of Object.entries(HEADERS)) expect(picture.headers.get(name)).toBe(value)
    },
  )

  test("a new one replaces the old one, deleting goes back to the default, twice as well", async () => {
    const { as, anybody, uId, world } = await people()
    const params = { "user-id": uId("bob@acme.test", "B-1") }
    const before = await anybody.getUserProfilePicture({ params })
    await as("bob").uploadUserProfilePicture({ form: { file: file("image/png", "one") } })
    await as("bob").uploadUserProfilePicture({ form: { file: file("image/gif", "two") } })
    expect((await anybody.getUserProfilePicture({ params })).body).toEqual(new TextEncoder().encode("two"))
    expect(await as("bob").deleteUserProfilePicture()).toMatchObject({ status: 200, body: { error: null } })
    expect((await anybody.getUserProfilePicture({ params })).body).toEqual(before.body)
    const hash = world.hash()
    expect(await as("bob").deleteUserProfilePicture()).toMatchObject({ status: 200, body: { error: null } })
    expect(world.hash()).toBe(hash)
  })

  test("a parameter of the type does not count", async () => {
    const { as } = await people()
    const form = { file: file("image/png; charset=utf-8") }
    expect((await as("bob").uploadUserProfilePicture({ form })).status).toBe(200)
  })

  test("exactly 5 MiB pass, one byte more does not", async () => {
    const { as, world } = await people()
    const upload = (size: number) => () =>
      as("bob").uploadUserProfilePicture({ form: { file: file("image/png", new Uint8Array(size)) } })
    expect((await upload(LIMIT)()).status).toBe(200)
    expect(await refused(world, upload(LIMIT + 1))).toEqual([
      400,
      { error: "reduce the file size to 5242880 bytes or less" },
    ])
  })

  test("the format is checked before the size, and only by the type of the part", async () => {
    const { as, world } = await people()
    const upload = (type: string, size: number) => () =>
      as("bob").uploadUserProfilePicture({ form: { file: file(type, new Uint8Array(size)) } })
    const error = (mime: string) => [400, { error: `file format is not supported: ${mime}` }]
    expect(await refused(world, upload("text/html", LIMIT + 1))).toEqual(error("text/html"))
    expect(await refused(world, upload("image/x-icon", 1))).toEqual(error("image/x-icon"))
    expect(await refused(world, upload("", 1))).toEqual(error("application/octet-stream"))
  })

  test("no file, an unknown user, no token", async () => {
    const { as, anybody, world } = await people()
    const missing = [400, flat("INVALID_PARAMS", "file is required")]
    expect(await refused(world, () => as("bob").uploadUserProfilePicture({ form: { picture: "x" } }))).toEqual(missing)
    expect(
      await refused(world, () => as("bob").uploadUserProfilePicture({ form: { other: file("image/png") } })),
    ).toEqual(missing)
    const unknown = () => anybody.getUserProfilePicture({ params: { "user-id": "f".repeat(24) } })
    expect(await refused(world, unknown)).toEqual([404, flat("NOT_FOUND")])
    const upload = () => anybody.uploadUserProfilePicture({ form: { file: file("image/png") } })
    expect((await refused(world, upload))[0]).toBe(401)
    expect((await refused(world, () => anybody.deleteUserProfilePicture()))[0]).toBe(401)
  })
})

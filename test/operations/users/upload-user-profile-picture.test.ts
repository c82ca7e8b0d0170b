import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { file, HEADERS } from "./picture.ts"

const LIMIT = 5_242_880

describe("UploadUserProfilePicture (api.md section 1.4)", () => {
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

  test("a new one replaces the old one", async () => {
    const { as, anybody, uId } = await people()
    const params = { "user-id": uId("bob@acme.test", "B-1") }
    await as("bob").uploadUserProfilePicture({ form: { file: file("image/png", "one") } })
    await as("bob").uploadUserProfilePicture({ form: { file: file("image/gif", "two") } })
    expect((await anybody.getUserProfilePicture({ params })).body).toEqual(new TextEncoder().encode("two"))
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
    expect(await refusalOf(world, upload(LIMIT + 1))).toEqual([
      400,
      { error: "reduce the file size to 5242880 bytes or less" },
    ])
  })

  test("the format is checked before the size, and only by the type of the part", async () => {
    const { as, world } = await people()
    const upload = (type: string, size: number) => () =>
      as("bob").uploadUserProfilePicture({ form: { file: file(type, new Uint8Array(size)) } })
    const error = (mime: string) => [400, { error: `file format is not supported: ${mime}` }]
    expect(await refusalOf(world, upload("text/html", LIMIT + 1))).toEqual(error("text/html"))
    expect(await refusalOf(world, upload("image/x-icon", 1))).toEqual(error("image/x-icon"))
    expect(await refusalOf(world, upload("", 1))).toEqual(error("application/octet-stream"))
  })

  test("no file, no token", async () => {
    const { as, anybody, world } = await people()
    const missing = [400, flat("INVALID_PARAMS", "file is required")]
    expect(await refusalOf(world, () => as("bob").uploadUserProfilePicture({ form: { picture: "x" } }))).toEqual(
      missing,
    )
    expect(
      await refusalOf(world, () => as("bob").uploadUserProfilePicture({ form: { other: file("image/png") } })),
    ).toEqual(missing)
    const upload = () => anybody.uploadUserProfilePicture({ form: { file: file("image/png") } })
    expect((await refusalOf(world, upload))[0]).toBe(401)
  })
})

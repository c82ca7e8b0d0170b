import { createHash } from "node:crypto"
import { defaultPicture } from "../../../src/people/index.ts"
import { ApiError, type Client } from "../../client/index.ts"
import type { PulledFile } from "./pull-items.ts"
import type { People } from "./pull-people.ts"
import type { Untold } from "./pulled-fixture.ts"

/** Endings of picture files by media type, which a fixture accepts (api.md section 1.4). */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/gif": ".gif",
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/bmp": ".bmp",
  "image/webp": ".webp",
  "image/apng": ".apng",
  "image/avif": ".avif",
  "image/svg+xml": ".svg",
  "image/tiff": ".tiff",
}
const MAX_PICTURE_BYTES = 5_242_880

/** Reads the profile pictures of all users, except the default picture. Users with equal pictures share one file. */
export async function pullPictures(
  api: Client,
  people: People,
  keepFile: (file: PulledFile) => Promise<string>,
  missing: Untold,
): Promise<void> {
  const none = Buffer.from(defaultPicture())
  await Promise.all(
    people.list().map(async ({ u_id: uId = "" }) => {
      const picture = await api.getUserProfilePicture({ params: { "user-id": uId } }).catch((error: unknown) => {
        // A user who has left the service has no picture.
        if (error instanceof ApiError && error.status < 500) return undefined
        throw error
      })
      if (picture === undefined || none.equals(picture.bytes)) return
      const { bytes } = picture
      const contentType = picture.contentType.replace(/;.*/s, "").trim().toLowerCase()
      const ending = ENDINGS[contentType]
      if (ending === undefined || bytes.length === 0 || bytes.length > MAX_PICTURE_BYTES) {
        missing.add("profile pictures that a fixture can't contain; these users have the default picture")
        return
      }
      const fileId = `picture-${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}`
      people.change(uId, { profile_pic: await keepFile({ fileId, name: `${fileId}${ending}`, contentType, bytes }) })
    }),
  )
}

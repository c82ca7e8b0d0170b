import * as z from "zod"
import { publicQuery } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { requireBytes } from "../../ports/require-bytes.ts"
import { defaultPicture } from "../../people/users/default-picture.ts"

export interface PictureBytes {
  /** Media type of the picture. */
  readonly contentType: string
  /** The picture itself. */
  readonly bytes: Uint8Array
}

/** Returns a user's picture, the built-in one for users without. (api.md section 1.3) */
export const getUserProfilePicture = publicQuery({
  name: "GetUserProfilePicture",
  summary: "A user's profile picture, or the default image",
  input: () => object({ userId: z.string().describe("ID of the user") }),
  execute(view, engine, { userId }): PictureBytes {
    const user = view.get("users", userId)
    if (user === undefined) throw targetNotFound(`user not found: ${userId}`)
    const { picture } = user
    if (picture === null) return { contentType: "image/png", bytes: defaultPicture() }
    const bytes = requireBytes(engine.ports.blobs, picture.blob, `the picture of user ${userId}`)
    return { contentType: picture.contentType, bytes }
  },
})

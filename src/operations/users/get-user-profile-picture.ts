import { publicQuery } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import { requireBytes } from "../../ports/require-bytes.ts"
import { defaultPicture } from "../../users/default-picture.ts"

export interface PictureBytes {
  /** Media type of the picture. */
  readonly contentType: string
  /** The picture itself. */
  readonly bytes: Uint8Array
}

export interface GetUserProfilePicture {
  readonly userId: string
}

/** GetUserProfilePicture (api.md section 1.3): users without a picture get the built-in one. */
export const getUserProfilePicture = publicQuery<GetUserProfilePicture, PictureBytes>((view, { userId }, engine) => {
  const user = view.get("users", userId)
  if (user === undefined) throw targetNotFound(`user not found: ${userId}`)
  const { picture } = user
  if (picture === null) return { contentType: "image/png", bytes: defaultPicture() }
  const bytes = requireBytes(engine.ports.blobs, picture.blob, `the picture of user ${userId}`)
  return { contentType: picture.contentType, bytes }
})

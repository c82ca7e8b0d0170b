import * as z from "zod"
import { publicQuery } from "../../engine/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { defaultPicture } from "../../people/index.ts"
import { requireBytes } from "../../ports/index.ts"

/** Returns a user's picture, or the built-in picture if the user has none. (api.md section 1.3) */
export const getUserProfilePicture = publicQuery({
  name: "GetUserProfilePicture",
  summary: "Returns a user's profile picture, or the default picture",
  input: () => ({ userId: z.string().describe("ID of the user") }),
  execute(view, engine, { userId }) {
    const user = view.get("users", userId)
    if (user === undefined) throw targetNotFound(`user not found: ${userId}`)
    const { picture } = user
    if (picture === null) return { contentType: "image/png", bytes: defaultPicture() }
    const bytes = requireBytes(engine.ports.blobs, picture.blob, `the picture of user ${userId}`)
    return { contentType: picture.contentType, bytes }
  },
})

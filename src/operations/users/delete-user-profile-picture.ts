import { command, nothing } from "../../engine/index.ts"
import { noInput } from "../../model/input/index.ts"

/** Restores the default picture. No-op if the caller has not uploaded a picture. (api.md section 1.5) */
export const deleteUserProfilePicture = command({
  name: "DeleteUserProfilePicture",
  summary: "Deletes the caller's profile picture",
  input: noInput,
  execute(tx, { principal: { user } }): void {
    if (user.picture !== null) tx.patch("users", user.uId, { picture: null, updatedAt: tx.now })
  },
  answer: nothing,
})

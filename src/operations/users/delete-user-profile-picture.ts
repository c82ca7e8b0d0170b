import { command, nothing } from "../../engine/operation.ts"
import { noInput } from "../../model/input/schemas.ts"

/** Puts the default picture in the place of the caller's own; without one nothing happens. (api.md section 1.5) */
export const deleteUserProfilePicture = command({
  name: "DeleteUserProfilePicture",
  summary: "Go back to the default image",
  input: noInput,
  execute(tx, { principal: { user } }): void {
    if (user.picture !== null) tx.patch("users", user.uId, { picture: null, updatedAt: tx.now })
  },
  answer: nothing,
})

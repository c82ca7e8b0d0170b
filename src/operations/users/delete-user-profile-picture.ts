import { command } from "../../engine/index.ts"

/** Deletes the caller's picture, if any. The caller then has the default picture. (api.md section 1.5) */
export const deleteUserProfilePicture = command({
  name: "DeleteUserProfilePicture",
  summary: "Deletes the caller's profile picture",
  input: () => ({}),
  execute(tx, { principal: { user } }): void {
    if (user.picture !== null) tx.patch("users", user.uId, { picture: null, updatedAt: tx.now })
  },
})

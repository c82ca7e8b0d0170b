import { anybody, command } from "../../engine/use-case.ts"

/**
 * DeleteUserProfilePicture (api.md section 1.5): the default picture takes its place. Without a picture there is nothing to
 * do.
 */
export const deleteUserProfilePicture = command("DeleteUserProfilePicture", {
  enter: anybody,
  run(tx, { actor: { user } }): void {
    if (user.picture !== null) tx.patch("users", user.uId, { picture: null, updatedAt: tx.now })
  },
})

import type { View } from "../state/view.ts"

/** Where the profile picture of a user is read (model.md section 2.1); there is a default one for everybody. */
export const profilePictureUrl = (view: Pick<View, "baseUrl">, uId: string): string =>
  `${view.baseUrl}/api/v0/public/userinfo/profilepic/${uId}`

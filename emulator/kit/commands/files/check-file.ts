import { seesFile } from "../../../testing/kit/model/files.ts"
import type { Model } from "../../../testing/kit/model/model.ts"
import type { ModelFile } from "../../../../test/testing/kit/hexarium/model/extras.ts"
import type { KitUser } from "../../../testing/kit/schema.ts"
import { Disagreement, type Session } from "../../../testing/kit/session.ts"

/** What was uploaded comes back as it was, to those who may see it, and to nobody else. */
export async function checkFile(model: Model, session: Session, user: KitUser, file: ModelFile): Promise<void> {
  if (!session.mayLook()) return
  const isShown = seesFile(model, user.uId, file)
  const { body } = await session.expect(
    { operation: "getFile", user: user.reference, params: { "file-id": file.id } },
    isShown ? { status: 200 } : { status: 404 },
  )
  if (!isShown) return
  const bytes = new TextEncoder().encode(file.text)
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  if (body !== file.text && body !== base64) {
    throw new Disagreement(
      `getFile of ${file.id} answered ${JSON.stringify(body)}, expected ${JSON.stringify(file.text)}`,
    )
  }
}

import { useSignal } from "@preact/signals"
import type { Sent } from "../../api/exchange.ts"
import { send } from "../../api/send.ts"
import { Dialog } from "../../parts/dialog.tsx"
import { isJson, jsonText } from "../../parts/json.tsx"
import { PersonSelect } from "../../parts/person-select.tsx"
import { Answered } from "../../parts/sending/answered.tsx"
import { BodyText } from "../../parts/sending/body-text.tsx"
import { shownOperation } from "../../parts/shown-operation.ts"
import { worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { actingAs } from "../../state/people.ts"
import { withUndo } from "../../state/undo.ts"
import { requestTexts } from "../../texts/requests.ts"
import { sendingTexts } from "../../texts/sending.ts"
import type { Entry } from "./entry.ts"

const HIDDEN_SECRET = '"***"'

/** Returns whether the log contains only the size of a body. Such a request cannot be sent again unchanged. */
const isSizeOnly = (body: unknown): boolean => typeof body === "object" && body !== null && "bytes" in body

/** Dialog that sends a logged request again: unchanged, edited, or as another user. */
export function SendAgain({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const t = requestTexts()
  const path = useSignal(entry.path)
  const body = useSignal(entry.request === null ? "" : jsonText(entry.request))
  const user = useSignal(entry.user ?? actingAs.peek() ?? "")
  const answer = useSignal<Sent | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const isBad = useSignal(false)
  const isUpload = isSizeOnly(entry.request)

  const sendForm = (isDryRun: boolean) =>
    send(worldName.peek(), user.value, {
      method: entry.method,
      path: path.value,
      isDryRun,
      body: body.value === "" ? undefined : body.value,
    })
  const isReady = () => {
    failure.value = undefined
    isBad.value = !isJson(body.value)
    return !isBad.value
  }
  const preview = async () => {
    if (!isReady()) return
    try {
      answer.value = await sendForm(true)
    } catch (error) {
      failure.value = error
    }
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!isReady()) return
    try {
      const request = () => sendForm(false)
      answer.value = await withUndo(sendingTexts().sent(shownOperation(entry) ?? entry.path), request, { quiet: true })
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  return (
    <Dialog title={t.sendTitle(shownOperation(entry) ?? entry.path)} onClose={onClose} wide>
      {isUpload ? (
        <p>{t.upload}</p>
      ) : (
        <form class="form" onSubmit={(event) => void submit(event)}>
          <div class="field">
            <label for="again-as">{t.as}</label>
            <PersonSelect id="again-as" value={user} />
          </div>
          <div class="field">
            <label for="again-path">{t.path}</label>
            <input
              id="again-path"
              class="code"
              value={path.value}
              onInput={({ currentTarget }) => {
                path.value = currentTarget.value
              }}
            />
          </div>
          {entry.method === "GET" ? null : (
            <BodyText id="again-body" body={body} isBad={isBad.value}>
              {body.value.includes(HIDDEN_SECRET) ? <p class="hint">{t.secret}</p> : null}
            </BodyText>
          )}
          <Answered
            sent={answer.value}
            failure={failure.value}
            onPreview={entry.method === "GET" ? undefined : () => void preview()}
          />
        </form>
      )}
    </Dialog>
  )
}

import { inBoth } from "./language.ts"

export const sendingTexts = inBoth(
  {
    send: "Send",
    answer: "Response",
    ms: (ms: number) => `${ms} ms`,
    body: "Body",
    notJson: "This is not valid JSON.",
    required: "required",
  },
  {
    send: "送信",
    answer: "応答",
    ms: (ms: number) => `${ms} ミリ秒`,
    body: "本文",
    notJson: "JSON の形式が正しくありません。",
    required: "必須",
  },
)

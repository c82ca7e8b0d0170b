import { inBoth } from "./language.ts"

export const sendingTexts = inBoth(
  {
    send: "Send",
    answer: "Answer",
    ms: (ms: number) => `${ms} ms`,
    body: "Body",
    notJson: "This is no JSON.",
    required: "required",
  },
  {
    send: "送信",
    answer: "応答",
    ms: (ms: number) => `${ms} ミリ秒`,
    body: "本文",
    notJson: "JSON ではありません。",
    required: "必須",
  },
)

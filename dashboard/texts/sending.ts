import { inBoth } from "./language.ts"

export const sendingTexts = inBoth(
  {
    send: "Send",
    sent: (operation: string) => `Sent ${operation}.`,
    answer: "Response",
    ms: (ms: number) => `${ms} ms`,
    body: "Body",
    notJson: "Enter valid JSON.",
    required: "required",
  },
  {
    send: "送信",
    sent: (operation: string) => `${operation} を送信しました。`,
    answer: "応答",
    ms: (ms: number) => `${ms} ミリ秒`,
    body: "本文",
    notJson: "正しい形式の JSON を入力してください。",
    required: "必須",
  },
)

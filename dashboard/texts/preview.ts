import { inBoth } from "./language.ts"

export const previewTexts = inBoth(
  {
    preview: "Preview",
    previewOf: (name: string) => `Preview: ${name}`,
    wouldChange: "This would change",
    wouldSend: "Would send the webhook to",
    wholeRun: "Show the whole dry run",
    dryRun: "dry run",
  },
  {
    preview: "プレビュー",
    previewOf: (name: string) => `プレビュー: ${name}`,
    wouldChange: "実行した場合の変更",
    wouldSend: "送信されるWebhook:",
    wholeRun: "ドライランの全体を表示",
    dryRun: "ドライラン",
  },
)

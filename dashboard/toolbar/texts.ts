const english = {
  language: "en",
  title: "Hexarium",
  panel: "Hexarium toolbar",
  refusals: (count: number) => (count === 1 ? "1 refused request" : `${count} refused requests`),
  world: "World",
  acting: "Requests run as",
  own: "the user of the page's token",
  actingHint: "Applies to requests that have a token.",
  lastCaller: "Last request",
  nobody: "without a user",
  noRequest: "no request yet",
  clock: "Clock",
  modes: { real: "machine's time", ticking: "runs from a set time", frozen: "frozen" },
  advanceBy: "Advance by",
  durationHint: "A number and a unit: s, m, h, d or w",
  advance: "Advance",
  freeze: "Freeze",
  run: "Let it run",
  advanced: (events: number) => (events === 1 ? "1 scheduled event ran." : `${events} scheduled events ran.`),
  refused: "Last refused request",
  noRefusal: "No request was refused.",
  details: "Open in the dashboard",
  dashboard: "Dashboard",
  reset: "Reset the world",
  resetWarning: (world: string) => `All changes of the world ${world} will be lost.`,
  confirm: "Reset now",
  cancel: "Cancel",
  noWorld: (world: string) => `The world ${world} does not exist any more. The page uses main again.`,
  noUser: (user: string) => `The user ${user} does not exist any more. Requests keep the page's token.`,
  unreachable: "The dev server does not respond.",
}

const japanese: typeof english = {
  language: "ja",
  title: "Hexarium",
  panel: "Hexarium ツールバー",
  refusals: (count) => `拒否されたリクエスト ${count} 件`,
  world: "ワールド",
  acting: "リクエストのユーザー",
  own: "ページのトークンのユーザー",
  actingHint: "トークンのあるリクエストに適用されます。",
  lastCaller: "最後のリクエスト",
  nobody: "ユーザーなし",
  noRequest: "リクエストはまだありません",
  clock: "時計",
  modes: { real: "マシンの時刻", ticking: "設定した時刻から進行", frozen: "停止中" },
  advanceBy: "進める長さ",
  durationHint: "数値と単位（s・m・h・d・w）",
  advance: "進める",
  freeze: "時計を停止",
  run: "時計を動かす",
  advanced: (events) => `予定された処理が ${events} 件実行されました。`,
  refused: "最後に拒否されたリクエスト",
  noRefusal: "拒否されたリクエストはありません。",
  details: "ダッシュボードで開く",
  dashboard: "ダッシュボード",
  reset: "ワールドをリセット",
  resetWarning: (world) => `ワールド ${world} の変更はすべて失われます。`,
  confirm: "リセットする",
  cancel: "キャンセル",
  noWorld: (world) => `ワールド ${world} は存在しなくなりました。ページは main に戻ります。`,
  noUser: (user) => `ユーザー ${user} は存在しなくなりました。ページのトークンが使われます。`,
  unreachable: "開発サーバーが応答しません。",
}

/** Returns the texts in the language of the dashboard on the same origin: the selected one, or the browser's. */
export function findTexts(): typeof english {
  const selected = readSetting("language") ?? navigator.language
  return selected.toLowerCase().startsWith("ja") ? japanese : english
}

/** Reads a setting of the dashboard. Null if there is none or the storage is blocked. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`hexarium-${name}`)
  } catch {
    return null
  }
}

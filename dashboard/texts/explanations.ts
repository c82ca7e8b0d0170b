import { inBoth } from "./language.ts"

export const explanationTexts = inBoth(
  {
    title: "Explain the refusal, and find a way that works",
    busy: "The server searches for ways …",
    steps: "Steps of the request",
    ways: "Ways that work",
    requests: "Requests of this way",
    act: (way: string) => `Do it: ${way}`,
    actShort: "Do it",
    onCurrent: (version: number) => `Explained on the current version ${version}.`,
    onPast: (version: number) => `Explained on version ${version}, which the request met.`,
    note: (text: string) => `Note: ${text}`,
  },
  {
    title: "拒否の理由と、成功する方法を調べる",
    busy: "方法を探しています…",
    steps: "リクエストの各段階",
    ways: "成功する方法",
    requests: "この方法のリクエスト",
    act: (way: string) => `実行: ${way}`,
    actShort: "実行",
    onCurrent: (version: number) => `現在のバージョン ${version} で調べました。`,
    onPast: (version: number) => `リクエスト時のバージョン ${version} で調べました。`,
    note: (text: string) => `補足: ${text}`,
  },
)

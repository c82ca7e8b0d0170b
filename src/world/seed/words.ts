import type { Lang } from "../../model/index.ts"

/** Words from which `seedItems` makes texts. All people and companies are invented. */
export interface Words {
  /** Family name and given name, each as it is written and in Latin letters for addresses. */
  readonly families: readonly (readonly [written: string, latin: string])[]
  readonly givens: readonly (readonly [written: string, latin: string])[]
  /** Writes a person's whole name. */
  readonly person: (family: string, given: string) => string
  readonly companies: readonly string[]
  /** Writes a company's name. `at` selects one of the legal forms. */
  readonly company: (name: string, at: number) => string
  readonly cities: readonly string[]
  readonly streets: readonly string[]
  readonly address: (city: string, street: string, house: number) => string
  readonly postcode: (digits: number) => string
  readonly phone: (digits: number) => string
  readonly countries: readonly string[]
  readonly products: readonly string[]
  readonly qualities: readonly string[]
  readonly product: (quality: string, product: string) => string
  readonly tasks: readonly string[]
  readonly sentences: readonly string[]
  /** Written between two sentences. */
  readonly blank: string
}

const same = (...names: string[]): [string, string][] => names.map((name) => [name, name.toLowerCase()])

const en: Words = {
  families: same(
    "Archer",
    "Bell",
    "Carter",
    "Dale",
    "Ellis",
    "Fox",
    "Grant",
    "Hale",
    "Irving",
    "Jarvis",
    "Kerr",
    "Lane",
    "Marsh",
    "Nash",
    "Owens",
    "Pratt",
    "Quill",
    "Reed",
    "Shaw",
    "Tate",
  ),
  givens: same(
    "Alice",
    "Ben",
    "Chloe",
    "Daniel",
    "Emma",
    "Finn",
    "Grace",
    "Henry",
    "Iris",
    "Jack",
    "Kate",
    "Liam",
    "Maya",
    "Noah",
    "Olive",
    "Peter",
    "Ruth",
    "Sam",
    "Tessa",
    "Will",
  ),
  person: (family, given) => `${given} ${family}`,
  companies: [
    "Northwind",
    "Bluebird",
    "Harbour",
    "Granite",
    "Maple",
    "Silverline",
    "Brightside",
    "Oakfield",
    "Redstone",
    "Lakeview",
    "Summit",
    "Evergreen",
  ],
  company: (name, at) => `${name} ${["Ltd", "Inc.", "Group", "Partners", "Trading"][at % 5]}`,
  cities: ["Ashford", "Brookville", "Clearwater", "Dunmore", "Eastport", "Fairview", "Glenwood", "Hillcrest"],
  streets: [
    "Mill Lane",
    "Station Road",
    "High Street",
    "Park Avenue",
    "Church Road",
    "Queen Street",
    "Bridge Street",
    "Orchard Way",
  ],
  address: (city, street, house) => `${house} ${street}, ${city}`,
  postcode: (digits) => String(10_000 + (digits % 90_000)),
  // Numbers from 555-0100 to 555-0199 belong to nobody.
  phone: (digits) => `+1 ${200 + (Math.floor(digits / 100) % 700)} 555 01${String(digits % 100).padStart(2, "0")}`,
  countries: ["Japan", "Germany", "France", "Canada", "Australia", "Brazil", "India", "Norway"],
  products: [
    "desk",
    "chair",
    "lamp",
    "notebook",
    "keyboard",
    "shelf",
    "monitor",
    "backpack",
    "kettle",
    "bicycle",
    "printer",
    "camera",
  ],
  qualities: ["Compact", "Classic", "Foldable", "Quiet", "Portable", "Large", "Light", "Wooden", "Wireless", "Modern"],
  product: (quality, product) => `${quality} ${product}`,
  tasks: [
    "Review the contract",
    "Prepare the offer",
    "Call the customer back",
    "Check the delivery",
    "Update the price list",
    "Plan the visit",
    "Send the invoice",
    "Replace a part",
    "Order more stock",
    "Arrange a meeting",
  ],
  sentences: [
    "The customer asked for a call next week.",
    "Please check the figures again.",
    "Delivery is by courier.",
    "The first part is done.",
    "We wait for an answer.",
    "The price includes installation.",
    "All documents are complete.",
    "A discount was agreed.",
  ],
  blank: " ",
}

const ja: Words = {
  families: [
    ["佐藤", "sato"],
    ["鈴木", "suzuki"],
    ["高橋", "takahashi"],
    ["田中", "tanaka"],
    ["伊藤", "ito"],
    ["渡辺", "watanabe"],
    ["山本", "yamamoto"],
    ["中村", "nakamura"],
    ["小林", "kobayashi"],
    ["加藤", "kato"],
    ["吉田", "yoshida"],
    ["山田", "yamada"],
    ["松本", "matsumoto"],
    ["井上", "inoue"],
    ["木村", "kimura"],
    ["清水", "shimizu"],
  ],
  givens: [
    ["陽菜", "hina"],
    ["蓮", "ren"],
    ["結衣", "yui"],
    ["大翔", "hiroto"],
    ["美咲", "misaki"],
    ["翔太", "shota"],
    ["葵", "aoi"],
    ["健太", "kenta"],
    ["さくら", "sakura"],
    ["悠真", "yuma"],
    ["七海", "nanami"],
    ["拓也", "takuya"],
    ["真央", "mao"],
    ["直樹", "naoki"],
    ["彩", "aya"],
    ["誠", "makoto"],
  ],
  person: (family, given) => `${family} ${given}`,
  companies: [
    "青葉商事",
    "みどり工業",
    "北斗電機",
    "若竹物産",
    "東雲システム",
    "桜井製作所",
    "海風運輸",
    "大空建設",
    "白樺食品",
    "若草印刷",
    "朝日山産業",
    "星野精密",
  ],
  company: (name, at) => (at % 2 === 0 ? `株式会社${name}` : `${name}株式会社`),
  cities: ["青葉市", "緑が丘市", "若葉市", "桜台市", "南川市", "北原市", "東浜市", "西山市"],
  streets: ["本町", "中央", "栄町", "駅前", "川端町", "日の出町", "緑町", "港町"],
  address: (city, street, house) => `${city}${street}${(house % 5) + 1}-${(house % 29) + 1}`,
  postcode: (digits) => `${String(100 + (digits % 900))}-${String(Math.floor(digits / 900) % 10_000).padStart(4, "0")}`,
  // No telephone number begins with 00 after the area code.
  phone: (digits) =>
    `03-00${String(Math.floor(digits / 10_000) % 100).padStart(2, "0")}-${String(digits % 10_000).padStart(4, "0")}`,
  countries: ["日本", "ドイツ", "フランス", "カナダ", "オーストラリア", "ブラジル", "インド", "ノルウェー"],
  products: [
    "デスク",
    "チェア",
    "ライト",
    "ノート",
    "キーボード",
    "棚",
    "モニター",
    "リュック",
    "ケトル",
    "自転車",
    "プリンター",
    "カメラ",
  ],
  qualities: ["小型", "定番", "折りたたみ", "静音", "携帯用", "大型", "軽量", "木製", "ワイヤレス", "新型"],
  product: (quality, product) => `${quality}${product}`,
  tasks: [
    "契約書の確認",
    "見積書の作成",
    "お客様への折り返し",
    "納品の確認",
    "価格表の更新",
    "訪問の計画",
    "請求書の送付",
    "部品の交換",
    "在庫の補充",
    "打ち合わせの調整",
  ],
  sentences: [
    "来週お電話をご希望です。",
    "数字を再度ご確認ください。",
    "宅配便で納品します。",
    "前半は完了しました。",
    "回答を待っています。",
    "設置費用を含む価格です。",
    "書類はすべて揃っています。",
    "値引きに合意しました。",
  ],
  blank: "",
}

export const WORDS: Readonly<Record<Lang, Words>> = { en, ja }

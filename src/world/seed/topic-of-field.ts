import type { Field } from "../../model/records/index.ts"

type Named = Pick<Field, "displayId" | "name">

/** The things that a field's name may promise, in the order in which they are looked for. */
const TOPICS = [
  ["email", /\be ?mail\b|\bmail\b|メール/],
  ["url", /\burl\b|\bwebsite\b|\bhomepage\b|\blink\b|サイト|ホームページ/],
  ["phone", /\b(?:tele)?phone\b|\btel\b|\bfax\b|\bmobile\b|電話|携帯|ファクス/],
  ["postcode", /\bzip\b|\bpost(?:al)? ?code\b|郵便/],
  ["address", /\baddress\b|\bstreet\b|住所|所在地/],
  ["city", /\bcity\b|\btown\b|市区|都市/],
  ["country", /\bcountry\b|^国$|国名/],
  ["product", /\bproducts?\b|\bgoods\b|\barticles?\b|\bitem name\b|商品|製品|品名/],
  ["note", /\bnotes?\b|\bcomments?\b|\bdescription\b|\bmemo\b|\bremarks?\b|\bdetails?\b|備考|メモ|説明|内容|コメント/],
  ["code", /\bcode\b|\bno\b|\bnumber\b|\bsku\b|\bid\b|番号|コード/],
  ["task", /\btitle\b|\bsubject\b|\bsummary\b|\btasks?\b|\btopic\b|\btodo\b|件名|題|タイトル|タスク/],
  ["givenName", /\b(?:first|given) ?name\b|^名$/],
  ["familyName", /\b(?:last|family) ?name\b|\bsurname\b|^姓$/],
  [
    "company",
    /\bcompan(?:y|ies)\b|\bcustomers?\b|\bclients?\b|\bvendors?\b|\bsuppliers?\b|\baccounts?\b|\borgani[sz]ations?\b|会社|企業|顧客|取引先|仕入先/,
  ],
  [
    "person",
    /\bperson\b|\bpeople\b|\bcontacts?\b|\bowner\b|\bauthor\b|\bassignee\b|\bemployees?\b|\bmembers?\b|\bstaff\b|\buser ?name\b|氏名|担当|著者|社員|従業員/,
  ],
  [
    "money",
    /\bprice\b|\bamount\b|\bcost\b|\btotal\b|\bsales\b|\brevenue\b|\bbudget\b|\bsalary\b|\bfee\b|金額|価格|単価|合計|売上|予算|費用/,
  ],
  ["quantity", /\bquantity\b|\bqty\b|\bcount\b|\bstock\b|\bpieces\b|数量|個数|在庫/],
  ["percent", /\bpercent\b|\brate\b|\bratio\b|\bdiscount\b|\bprogress\b|率|割合|進捗/],
  ["age", /\bage\b|年齢/],
  ["year", /\byear\b|^年$|年度/],
  ["deadline", /\bdue\b|\bdeadline\b|\buntil\b|\bend\b|\bexpir\w*\b|\bdelivery\b|期限|締切|納期|終了/],
  ["birthday", /\bbirth\w*\b|誕生|生年/],
  ["name", /\bname\b|名前|名称|^名/],
] as const satisfies readonly (readonly [string, RegExp])[]

export type FieldTopic = (typeof TOPICS)[number][0]

/** Topics of a whole datastore, which a field called `Name` then names. */
const NAMED: readonly FieldTopic[] = ["product", "company", "person", "city", "country", "task"]

/** Splits an ID such as `unitPrice` or `unit_price` into words, in lower case. */
const wordsIn = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-.]+/g, " ")
    .toLowerCase()

function topicIn({ displayId, name }: Named, among: (topic: FieldTopic) => boolean): FieldTopic | undefined {
  const texts = [displayId, ...Object.values(name)].map(wordsIn)
  return TOPICS.find(([topic, pattern]) => among(topic) && texts.some((text) => pattern.test(text)))?.[0]
}

/** Returns what a field's name promises. A field called `Name` names what its datastore contains, by default a person. */
export function topicOf(field: Named, datastore: Named): FieldTopic | undefined {
  const topic = topicIn(field, () => true)
  if (topic !== "name") return topic
  return topicIn(datastore, (one) => NAMED.includes(one)) ?? "person"
}

import { type Paise, paise } from './paise.ts';

const EN_TO_19 = [
  'Zero One Two Three Four Five Six Seven Eight Nine',
  'Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen',
].flatMap((ten) => ten.split(' '));

const EN_TENS = [
  '',
  '',
  'Twenty',
  'Thirty',
  'Forty',
  'Fifty',
  'Sixty',
  'Seventy',
  'Eighty',
  'Ninety',
] as const;

// Hindi has no rule for 11-99, every number is a word of its own.
const HI_TO_99 = [
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ',
  'दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस',
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस',
  'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस',
  'चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास',
  'पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ',
  'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर',
  'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी',
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सतासी अठासी नवासी',
  'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे',
].flatMap((ten) => ten.split(' '));

interface Numerals {
  readonly below100: (n: number) => string;
  readonly scales: readonly (readonly [size: number, name: string])[];
}

function englishBelow100(n: number): string {
  if (n < 20) return EN_TO_19[n] ?? '';
  const unit = n % 10;
  return `${EN_TENS[Math.floor(n / 10)] ?? ''}${unit === 0 ? '' : `-${EN_TO_19[unit] ?? ''}`}`;
}

const ENGLISH: Numerals = {
  below100: englishBelow100,
  scales: [
    [10_000_000, 'Crore'],
    [100_000, 'Lakh'],
    [1000, 'Thousand'],
    [100, 'Hundred'],
  ],
};

const HINDI: Numerals = {
  below100: (n) => HI_TO_99[n] ?? '',
  scales: [
    [10_000_000, 'करोड़'],
    [100_000, 'लाख'],
    [1000, 'हज़ार'],
    [100, 'सौ'],
  ],
};

/** Crores above 99 are spelled as a number of their own: 10,000 crore = 'Ten Thousand Crore'. */
function spell(n: number, numerals: Numerals): string {
  if (n < 100) return numerals.below100(n);
  const words: string[] = [];
  let rest = n;
  for (const [size, name] of numerals.scales) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(spell(count, numerals), name);
    rest %= size;
  }
  if (rest > 0) words.push(numerals.below100(rest));
  return words.join(' ');
}

/**
 * Amount in words for receipts and invoices: 'Rupees Forty-Five Thousand Five Hundred Only',
 * 'पैंतालीस हज़ार पाँच सौ रुपये मात्र'. @throws MoneyError 'money.too-large', 'money.not-whole'
 */
export function inWords(amount: Paise, language: 'en' | 'hi'): string {
  const size = Math.abs(paise(amount));
  const money = { rupees: Math.floor(size / 100), rest: size % 100 };
  return language === 'hi' ? hindi(amount < 0, money) : english(amount < 0, money);
}

interface Money {
  readonly rupees: number;
  readonly rest: number;
}

function english(negative: boolean, { rupees, rest }: Money): string {
  const small = rest === 0 ? '' : `${spell(rest, ENGLISH)} ${rest === 1 ? 'Paisa' : 'Paise'}`;
  const large = rupees === 0 && rest > 0 ? '' : `Rupees ${spell(rupees, ENGLISH)}`;
  return `${negative ? 'Minus ' : ''}${[large, small].filter(Boolean).join(' and ')} Only`;
}

function hindi(negative: boolean, { rupees, rest }: Money): string {
  const small = rest === 0 ? '' : `${spell(rest, HINDI)} ${rest === 1 ? 'पैसा' : 'पैसे'}`;
  const large = rupees === 0 && rest > 0 ? '' : `${spell(rupees, HINDI)} ${rupees === 1 ? 'रुपया' : 'रुपये'}`;
  return `${negative ? 'ऋण ' : ''}${[large, small].filter(Boolean).join(' और ')} मात्र`;
}

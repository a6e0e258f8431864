// What is wrong with an entry, in Hindi. Schemas and the server say it in English; forms show it in the reader's words.

const hindi: Readonly<Record<string, string>> = {
  'Fill this in': 'यह भरें',
  'Tick this to go on': 'आगे बढ़ने के लिए यहाँ टिक करें',
  'Choose month and year': 'महीना और साल चुनें',
  'Enter a 10-digit mobile number starting 6–9.': '6–9 से शुरू होने वाला 10 अंकों का मोबाइल नंबर लिखें',
  'Enter a 10-digit mobile number': '10 अंकों का मोबाइल नंबर लिखें',
  'Enter a 6-digit pincode': '6 अंकों का पिनकोड लिखें',
  'Enter the 6 digits of the pincode': '6 अंकों का पिनकोड लिखें',
  'Enter an e-mail address like name@example.in': 'ई-मेल पता ऐसे लिखें: name@example.in',
  'Reload the page and send again': 'पेज दोबारा खोलें और फिर भेजें',
  'Choose one of the list': 'सूची में से चुनें',
  'Choose from the list': 'सूची में से चुनें',
  'Choose an entry': 'सूची में से चुनें',
  'Enter a date': 'तारीख लिखें',
  'This day does not exist': 'ऐसी कोई तारीख नहीं है',
  'Enter a time': 'समय लिखें',
  'Enter a date and time': 'तारीख और समय लिखें',
  'Enter a number': 'संख्या लिखें',
  'Enter a whole number': 'पूरी संख्या लिखें',
  'Enter an amount': 'रकम लिखें',
  'Check the format': 'लिखने का ढंग जाँचें',
  'Write the name with letters of any script; digits, spaces, dots, hyphens and apostrophes may stand in it':
    'नाम किसी भी लिपि के अक्षरों में लिखें; अंक, खाली जगह, बिंदु, हाइफ़न और एपॉस्ट्रॉफ़ी हो सकते हैं',
  'Confirm that the answers are true': 'पुष्टि करें कि जवाब सही हैं',
  'Tell us why': 'कारण बताएँ',
  'Enter the last 4 digits only': 'केवल आख़िरी 4 अंक लिखें',
};

const counted: readonly (readonly [RegExp, string])[] = [
  [/^At most (\d+) characters$/, 'ज़्यादा से ज़्यादा $1 अक्षर'],
  [/^(.+): fill this in$/, '$1: यह भरें'],
  [/^At least (\d+) characters$/, 'कम से कम $1 अक्षर'],
];

/** The sentence in the reader's language; one that has no Hindi yet stays as it is: better than none. */
export function faultIn(language: 'en' | 'hi', text: string): string {
  if (language === 'en') return text;
  const known = hindi[text];
  if (known !== undefined) return known;
  const found = counted.find(([pattern]) => pattern.test(text));
  return found ? text.replace(...found) : text;
}

import { dictionary } from '@zxcvbn-ts/language-common';

// Refused because guessers try them first. Most of the commonest passwords are shorter than the 10 characters we ask
// for; the long ones are a word of this list dressed up with digits, signs or repetition.
const WORDS = new Set(
  `password passwort passcode admin administrator welcome letmein login qwerty qwertyuiop asdfghjkl zxcvbnm abcdef abcdefghij iloveyou loveyou sunshine princess
  football baseball cricket superman batman pokemon monkey dragon master shadow michael jordan charlie jennifer computer internet whatever trustno starwars
  freedom secret changeme default guest test testing hello helloworld india bharat hindustan mumbai delhi pune bangalore chennai kolkata krishna ganesh
  shriganesh saibaba omsairam jaimatadi jaishriram waheguru allah jesus jesuschrist family mother father daddy mummy papa school teacher student children
  kids aangan preschool samsung google facebook instagram whatsapp android iphone qazwsx qazwsxedc onetwothree summer winter monsoon diwali sachin dhoni
  kohli virat bollywood chocolate butterfly`.split(/\s+/),
);

// What people here think of and the list does not have.
const PHRASES = new Set(
  `ilovemyindia iloveindia123 jaihind@123 bharatmatakijai india@12345 mumbai@1234 ganpatibappamorya jaishreeram jaishreeram108 zaq12wsxcde3 zaq1xsw2cde3
  !qaz2wsx#edc 1qaz@wsx#edc qwertyuiop[] asdfghjkl; zxcvbnm,./ letmein12345 welcome@1234 changeme1234 admin@12345`.split(
    /\s+/,
  ),
);

// The 49,000 commonest (docs/decisions/0013), of which 1,600 are as long as we ask for.
const COMMONEST = new Set(dictionary['passwords-common']);

const LOOKALIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** What makes a password easy to guess, or null. `own`: names, e-mail name and mobile of the person. */
export function passwordWeakness(
  password: string,
  own: readonly string[],
): 'common' | 'sequence' | 'own' | null {
  const low = password.toLowerCase();
  if (new Set(low).size < 4 || isSequence(low) || isRepeated(low)) return 'sequence';
  if (COMMONEST.has(low) || PHRASES.has(low)) return 'common';
  if (
    own.map((part) => part.toLowerCase()).some((part) => part.length >= 4 && low.includes(part)) ||
    low.includes('aangan')
  )
    return 'own';
  const plain = low.replace(/[^a-z]/g, '');
  // The year or the signs at the ends are dressing, whatever letters they look like.
  const bare = low.replace(/^[^a-z@$!]+|[^a-z]+$/g, '');
  const undressed = bare.replace(/[01345 7@$!]/g, (sign) => LOOKALIKE[sign] ?? '').replace(/[^a-z]/g, '');
  // Letters of other scripts are letters: a Hindi sentence is a good password.
  return isWordRow(plain) || isWordRow(undressed) || !/\p{L}/u.test(low) ? 'common' : null;
}

function isSequence(low: string): boolean {
  let steps = 0;
  for (let i = 1; i < low.length; i += 1) {
    const step = low.charCodeAt(i) - low.charCodeAt(i - 1);
    if (step === 1 || step === -1 || step === 0) steps += 1;
  }
  return steps >= low.length * 0.75;
}

/** 'abcdabcdabcd': one short piece over and over. */
function isRepeated(low: string): boolean {
  for (let size = 1; size <= 5; size += 1)
    if (
      low.length >= size * 2 &&
      low ===
        low
          .slice(0, size)
          .repeat(Math.ceil(low.length / size))
          .slice(0, low.length)
    )
      return true;
  return false;
}

/** One or two words of the list and nothing else. */
function isWordRow(letters: string): boolean {
  if (WORDS.has(letters)) return true;
  for (let cut = 3; cut <= letters.length - 3; cut += 1)
    if (WORDS.has(letters.slice(0, cut)) && WORDS.has(letters.slice(cut))) return true;
  return false;
}

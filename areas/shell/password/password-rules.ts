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

// The commonest ones of ten characters and more that no rule below catches: walks over the keyboard and set phrases.
const PHRASES = new Set(
  `1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3edc 1qaz2wsx3e zaq12wsxcde3 zaq1xsw2cde3 1qazxsw23edc qazwsxedcrfv
  qwertyuiop[] asdfghjkl; zxcvbnm,./ !qaz2wsx#edc 1qaz@wsx#edc qwer1234asdf asdf1234qwer abcd1234efgh abc123abc123 a1b2c3d4e5 a1s2d3f4g5 pass1234word
  p@ssw0rd123! passw0rd1234 thisismypassword mypassword123 ilovemyindia iloveindia123 jaihind@123 bharatmatakijai india@12345 mumbai@1234 changeme1234
  letmein12345 welcome@1234 welcome12345 admin@12345 administrator1 qwerty@12345 test@123456 ganpatibappamorya jaishreeram jaishreeram108`.split(
    /\s+/,
  ),
);

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
  if (PHRASES.has(low)) return 'common';
  if (new Set(low).size < 4 || isSequence(low) || isRepeated(low)) return 'sequence';
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

// What is checked of a class teacher's remark, by one function in the browser and on the server (areas/academics.md 3.6).
export const REMARK_MIN = 40;
export const REMARK_MAX = 600;
/** So many equal texts in one section are worth a second look. */
const SAME_TEXTS = 3;

export interface RemarkAbout {
  readonly text: string;
  readonly gender: 'MALE' | 'FEMALE' | 'OTHER';
  /** Names of the other children of the section. */
  readonly others: readonly string[];
  /** Remarks of the other children. */
  readonly otherTexts: readonly string[];
}

export interface RemarkVerdict {
  /** What stops it, the most important first. */
  readonly errors: readonly string[];
  /** What is said once. */
  readonly warnings: readonly string[];
}

/** First names that are words too: a remark may use them. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  'joy',
  'hope',
  'grace',
  'rose',
  'sunny',
  'happy',
  'star',
  'sky',
]);
const BANNED: readonly string[] = [
  'naughty',
  'lazy',
  'stupid',
  'slow learner',
  'weak child',
  'शरारती',
  'आलसी',
];
const LEFTOVERS: readonly RegExp[] = [/\[[^\]]*\]/, /\bXXX+\b/i, /\{[^}]*\}/, /_{3,}/];

const pronouns = { MALE: ['she', 'her', 'hers', 'herself'], FEMALE: ['he', 'him', 'his', 'himself'] };

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Whole words only: Riya is not in Riyaz, nor he in the. Letters of Hindi with their signs count too. */
const hasWord = (text: string, word: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\p{M}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`,
    'iu',
  ).test(text);

export function checkRemark({ text, gender, others, otherTexts }: RemarkAbout): RemarkVerdict {
  const trimmed = text.trim();
  const errors: string[] = [];
  if (trimmed.length < REMARK_MIN)
    errors.push(`At least ${REMARK_MIN} characters; ${REMARK_MIN - trimmed.length} more`);
  if (trimmed.length > REMARK_MAX)
    errors.push(`At most ${REMARK_MAX} characters; ${trimmed.length - REMARK_MAX} too many`);
  for (const name of new Set(others.map((one) => one.trim().split(/\s+/)[0] ?? '')))
    if (name.length > 1 && !COMMON_WORDS.has(name.toLowerCase()) && hasWord(trimmed, name))
      errors.push(`This remark names ${name}.`);
  const wrong = gender === 'OTHER' ? undefined : pronouns[gender].find((word) => hasWord(trimmed, word));
  if (wrong) errors.push(`“${wrong}” does not fit this child.`);
  const banned = BANNED.find((word) => hasWord(trimmed, word));
  if (banned) errors.push(`Say it without “${banned}”.`);
  const leftover = LEFTOVERS.map((pattern) => pattern.exec(trimmed)?.[0]).find(Boolean);
  if (leftover) errors.push(`Replace “${leftover}”.`);
  const same = otherTexts.filter((other) => tidy(other) === tidy(trimmed)).length;
  const warnings = same + 1 >= SAME_TEXTS ? [`${same + 1} children have this very text.`] : [];
  return { errors, warnings };
}

import { MOST_HASHTAGS } from './instagram.states.ts';

export const hashtagsIn = (caption: string): number => (caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length;

/** Shorter words are too common to be taken for a name. */
const SHORTEST_NAME = 3;

/** Whether a child's name, whole or its first word, stands in a text as words of their own. */
export function isNamed(caption: string, name: string): boolean {
  const text = ` ${words(caption).join(' ')} `;
  const whole = words(name);
  const [first = ''] = whole;
  return (
    (whole.length > 0 && text.includes(` ${whole.join(' ')} `)) ||
    (first.length >= SHORTEST_NAME && text.includes(` ${first} `))
  );
}

const words = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** What is wrong with a caption; null when nothing is. Whose name it is is not said: the text would repeat it. */
export function captionFault(caption: string, childNames: readonly string[]): string | null {
  if (hashtagsIn(caption) > MOST_HASHTAGS) return `At most ${MOST_HASHTAGS} hashtags`;
  return childNames.some((name) => isNamed(caption, name)) ? 'A child’s name is in the text' : null;
}

// A question as it is written and as it is kept: the same rules for the form and for a file. Pure.
import type { QuestionKind } from '../module/module.states.ts';

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type Letter = (typeof LETTERS)[number];
export const TRUE_FALSE = ['True', 'False'] as const;

type Options = Readonly<
  Partial<
    Record<'option1' | 'option2' | 'option3' | 'option4' | 'option5' | 'option6', string | null | undefined>
  >
>;
export interface Written extends Options {
  kind: QuestionKind;
  /** Letters of the right options; of a true or false question 'A' is true. */
  correct: readonly Letter[];
}
export interface Kept {
  options: string[];
  /** Places of the right options, from 0, in their order. */
  answer: number[];
}
type Fault = { field: string; text: string };

const optionsOf = (written: Options): (string | null)[] =>
  [written.option1, written.option2, written.option3, written.option4, written.option5, written.option6].map(
    (one) => one?.trim() || null,
  );

/** The options and the key, or what is wrong and where. */
export function keptOf(written: Written): Kept | Fault {
  const answer = [...new Set(written.correct)].map((letter) => LETTERS.indexOf(letter)).sort((a, b) => a - b);
  if (written.kind === 'TRUE_FALSE')
    return answer.length === 1 && (answer[0] ?? 9) < 2
      ? { options: [...TRUE_FALSE], answer }
      : { field: 'correct', text: 'Say whether it is true or false' };
  const all = optionsOf(written);
  const last = all.findLastIndex((one) => one !== null);
  const gap = all.findIndex((one, i) => one === null && i < last);
  if (gap >= 0) return { field: `option${gap + 1}`, text: 'Fill in the options one after the other' };
  const options = all.filter((one) => one !== null);
  if (options.length < 2)
    return { field: `option${options.length + 1}`, text: 'A question has at least two options' };
  const same = options.findIndex(
    (one, i) => options.findIndex((other) => other.toLowerCase() === one.toLowerCase()) < i,
  );
  if (same >= 0) return { field: `option${same + 1}`, text: 'This option stands there twice' };
  if (answer.length === 0) return { field: 'correct', text: 'Choose the right answer' };
  if (answer.some((place) => place >= options.length))
    return { field: 'correct', text: 'There is no option of this letter' };
  if (written.kind === 'SINGLE' && answer.length > 1)
    return { field: 'correct', text: 'Choose one right answer, or make it a question with several' };
  if (written.kind === 'MULTIPLE' && answer.length === options.length)
    return { field: 'correct', text: 'At least one option has to be wrong' };
  return { options, answer };
}

export const isFault = (one: Kept | Fault): one is Fault => 'field' in one;

/** 'A;C', 'a, c' and, of a true or false question, 'true' as letters; null for what is none. */
export function lettersOf(kind: QuestionKind, cell: string): Letter[] | null {
  const words = cell
    .split(/[;,\s]+/)
    .map((word) => word.trim().toUpperCase())
    .filter(Boolean)
    .map((word) => (kind !== 'TRUE_FALSE' ? word : word === 'TRUE' ? 'A' : word === 'FALSE' ? 'B' : word));
  return words.length > 0 && words.every((word) => LETTERS.some((letter) => letter === word))
    ? (words as Letter[])
    : null;
}

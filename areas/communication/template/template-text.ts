// The words of a template. The text of an SMS is the registered one itself: its places are mapped to variables, so that what
// leaves and what is registered cannot differ.

import { formatDate, isDay } from '@aangan/contract/period.ts';
import { formatInr, plainRupees } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { plainMarks, smsUnits } from '../message/sms-units.ts';

export const variableKinds = {
  TEXT: 'Text',
  NAME: 'Name',
  MONEY: 'Amount',
  DATE: 'Date',
  TIME: 'Time',
  NUMBER: 'Number',
  CODE: 'Code',
  LINK: 'Link',
  PHONE: 'Phone number',
} as const;
export type VariableKind = keyof typeof variableKinds;

export interface Variable {
  name: string;
  kind: VariableKind;
  sample: string;
}

/** Filled for each person; everything else is filled once for a campaign. */
export const knownVariables = {
  name: 'Gita Iyer',
  child: 'Aarav',
  centre: 'Andheri',
  brand: 'Aangan',
} as const;

export const VARIABLE = /^[a-z][A-Za-z]{1,19}$/;
const REGISTERED_PLACE = /\{#[a-z]+#\}/g;
const PLACE = /\{([a-z][A-Za-z]{0,29})\}/g;

/** The places of a registered text, in order. */
export const placesOf = (body: string): string[] => body.match(REGISTERED_PLACE) ?? [];

/** Names an e-mail's text asks for. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name)),
];

/** The registered text with its places as `{variables}`; a place without one stays as it is. */
export function withNames(body: string, map: readonly string[]): string {
  let n = 0;
  return body.replace(REGISTERED_PLACE, (place) => {
    const name = map[n];
    n += 1;
    return name ? `{${name}}` : place;
  });
}

/** A value as it stands in the text. An SMS never has the rupee sign: it would make the whole text Unicode. */
export function shownAs(kind: VariableKind, value: string, type: 'SMS' | 'EMAIL'): string {
  if (kind === 'MONEY' && /^\d+$/.test(value)) {
    const amount = paise(Number(value));
    return type === 'SMS'
      ? `Rs ${plainRupees(amount).replace(/\.00$/, '')}`
      : formatInr(amount).replace(/\.00$/, '');
  }
  if (kind === 'DATE' && isDay(value)) return formatDate(value);
  return value;
}

/** The text as it would leave with the samples, and what an SMS of it is charged as. */
export function sampleOf(
  of: { type: 'SMS' | 'EMAIL'; body: string; map: readonly string[] },
  variables: readonly Variable[],
): { text: string; units: number; length: number; unicode: boolean } {
  const samples = new Map<string, string>([
    ...Object.entries(knownVariables),
    ...variables.map(({ name, kind, sample }): [string, string] => [name, shownAs(kind, sample, of.type)]),
  ]);
  const source = of.type === 'SMS' ? withNames(of.body, of.map) : of.body;
  const text = source.replace(PLACE, (place, name: string) => samples.get(name) ?? place);
  const plain = of.type === 'SMS' ? plainMarks(text) : text;
  return { text: plain, ...smsUnits(plain) };
}

/** The most parts an SMS may have. */
export const MOST_UNITS = 4;

// Puts values into a message's text. Values are put in once and never read again as text with places of their own.
import type { MessageKind } from '@aangan/contract/area.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { formatInr, plainRupees } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { plainMarks, smsUnits } from './sms-units.ts';

export type Channel = 'SMS' | 'WHATSAPP' | 'EMAIL' | 'APP';
/** Ways that lead to an address. */
export type ContactChannel = Exclude<Channel, 'APP'>;
export type Value = string | number;

export interface Rendered {
  subject: string;
  text: string;
  masked: { subject: string; text: string };
  /** SMS parts; null on other channels. */
  units: number | null;
}

/** A text somebody wrote for one kind of message, in place of the kind's own. */
export interface OwnText {
  text: string;
  /** Null: the kind's. */
  subject: string | null;
  language: 'en' | 'hi';
  /** The operators' registry knows the text by it; null = not registered, so no SMS. */
  dltTemplateId: string | null;
}

/** It travels sealed among the values, under a name that no place in a text can have. */
const OWN_TEXT = '=own';
export const withOwnText = <V extends Readonly<Record<string, Value>>>(
  values: V,
  own: OwnText | undefined,
): Readonly<Record<string, Value>> => (own ? { ...values, [OWN_TEXT]: JSON.stringify(own) } : values);
export const ownTextOf = (values: Readonly<Record<string, Value>>): OwnText | null => {
  const sealed = values[OWN_TEXT];
  return typeof sealed === 'string' ? (JSON.parse(sealed) as OwnText) : null; // written by withOwnText alone
};

export type RenderProblem = 'VALUE_MISSING' | 'TOO_LONG' | 'NO_VARIANT';

const MAX_VALUE = 300;
const MAX_SMS_UNITS = 4;

/** The text of one kind in one language and channel, or why it cannot be sent. A language without a text falls back to English. */
export function renderText(
  kind: MessageKind,
  channel: Channel,
  language: string,
  values: Readonly<Record<string, Value>>,
): Rendered | RenderProblem {
  const own = ownTextOf(values);
  const source = own?.text ?? (language === 'hi' && kind.hi ? kind.hi : kind.en);
  const head = own?.subject ?? kind.subject ?? '';
  const missing = [...`${source} ${head}`.matchAll(PLACE)].some(
    ([, name = '']) => values[name] === undefined || values[name] === '',
  );
  if (missing) return 'VALUE_MISSING';
  const shown = (name: string) => showValue(name, values[name] as Value, channel);
  const hidden = (name: string) => hideValue(name, shown(name));
  const text = fill(source, shown);
  const subject = fill(head, shown);
  const masked = { subject: fill(head, hidden), text: fill(source, hidden).slice(0, 2000) };
  if (channel !== 'SMS') return { subject, text, masked, units: null };
  const plain = plainMarks(text);
  const { units } = smsUnits(plain);
  return units > MAX_SMS_UNITS
    ? 'TOO_LONG'
    : { subject, text: plain, masked: { ...masked, text: plainMarks(masked.text) }, units };
}

/** What a list calls a message before its text is made: the subject with the names in it hidden. Null: it has none. */
export function maskedSubject(kind: MessageKind, values: Readonly<Record<string, Value>>): string | null {
  const head = ownTextOf(values)?.subject ?? kind.subject ?? '';
  const hidden = (name: string) => {
    const value = values[name];
    return value === undefined ? '' : hideValue(name, showValue(name, value, 'EMAIL'));
  };
  return fill(head, hidden).replace(/\s+/g, ' ').trim() || null;
}

const PLACE = /\{([a-z][A-Za-z]{0,29})\}/g;
const fill = (source: string, value: (name: string) => string): string =>
  source.replace(PLACE, (_, name: string) => value(name));

/** Values as they stand in the text, for providers that fill a registered text themselves. */
export const shownValues = (
  values: Readonly<Record<string, Value>>,
  channel: Channel,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== OWN_TEXT)
      .map(([name, value]) => [
        name,
        channel === 'SMS' ? plainMarks(showValue(name, value, channel)) : showValue(name, value, channel),
      ]),
  );

const isMoney = (name: string): boolean =>
  name === 'amount' || name.endsWith('Paise') || name.endsWith('Amount');

function showValue(name: string, value: Value, channel: Channel): string {
  if (typeof value === 'number') {
    if (!isMoney(name)) return String(value);
    // One rupee sign would make the whole SMS Unicode and twice as dear (communication.md K16).
    return channel === 'SMS'
      ? `Rs ${plainRupees(paise(value)).replace(/\.00$/, '')}`
      : formatInr(paise(value)).replace(/\.00$/, '');
  }
  // What a person wrote to a person keeps its lines.
  if (name === 'reply') return value.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  return value
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_VALUE);
}

// What a list may show of a text: that there was a name or a code, not which.
function hideValue(name: string, shown: string): string {
  if (name === 'link') return '[link]';
  if (name === 'code') return '••••••';
  if (/^[\d₹Rs.,\s-]+$/.test(shown)) return shown;
  return OPEN.has(name) ? shown : `${[...shown][0] ?? ''}•••`;
}

// Values that say nothing of a person.
const OPEN = new Set([
  'brand',
  'centre',
  'class',
  'section',
  'term',
  'date',
  'time',
  'day',
  'month',
  'year',
  'no',
  'count',
  'mode',
  'status',
  'fee',
  'title',
]);

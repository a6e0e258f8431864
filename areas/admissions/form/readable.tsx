import { formatDate } from '@aangan/contract/period.ts';
import { formatPhone } from '@aangan/web/format.ts';
import type { Word } from './words.tsx';

const DAYS = new Set(['dateOfBirth', 'startWish']);
const CHOICES = new Set(['gender', 'parentRelation', 'secondParentRelation', 'food', 'socialCategory']);

/** An answer in the reader's words. */
export function readable(name: string, value: unknown, t: (word: Word) => string): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((one: { name?: string }) => one.name ?? '').join(', ') || '–';
  if (value === null || value === undefined || value === '') return '–';
  const text = String(value);
  if (DAYS.has(name)) return formatDate(text);
  if (name.endsWith('Mobile')) return formatPhone(text);
  if (name === 'toiletTrained') return t(`toilet${text}` as Word);
  if (name === 'bloodGroup') return text === 'UNKNOWN' ? t('UNKNOWN') : text;
  if (name.endsWith('Relation') && text === 'OTHER') return t('relOTHER');
  return CHOICES.has(name) ? t(text as Word) : text;
}

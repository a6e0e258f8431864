import { texts, useText } from '@aangan/web/text/text.tsx';
import type { CareEvent } from './care.contract.ts';

const words = texts(
  {
    MEAL: 'Meal',
    NAP: 'Nap',
    TOILET: 'Toilet',
    MOOD: 'Mood',
    TEMPERATURE: 'Temperature',
    INCIDENT: 'Incident',
    ALL: 'ate all',
    HALF: 'ate half',
    LITTLE: 'ate little',
    NOTHING: 'ate nothing',
    POTTY: 'potty',
    WET: 'wet',
    STOOL: 'stool',
    DRY: 'dry',
    HAPPY: 'happy',
    CALM: 'calm',
    TIRED: 'tired',
    SAD: 'sad',
    minutes: '{n} min',
    degrees: '{n} °C',
  },
  {
    MEAL: 'भोजन',
    NAP: 'नींद',
    TOILET: 'शौच',
    MOOD: 'मन',
    TEMPERATURE: 'तापमान',
    INCIDENT: 'घटना',
    ALL: 'पूरा खाया',
    HALF: 'आधा खाया',
    LITTLE: 'थोड़ा खाया',
    NOTHING: 'कुछ नहीं खाया',
    POTTY: 'पॉटी',
    WET: 'गीला',
    STOOL: 'मल',
    DRY: 'सूखा',
    HAPPY: 'खुश',
    CALM: 'शांत',
    TIRED: 'थका हुआ',
    SAD: 'उदास',
    minutes: '{n} मिनट',
    degrees: '{n} °C',
  },
);

/** Words of a kind or choice, and of a whole event: "Nap: 40 min". */
export function useCareWords() {
  const t = useText(words);
  const word = (code: string): string => (code in words.en ? t(code as keyof typeof words.en) : code);
  const amount = ({ kind, value, qty, note }: Pick<CareEvent, 'kind' | 'value' | 'qty' | 'note'>): string =>
    [
      value ? word(value) : null,
      qty === null
        ? null
        : kind === 'NAP'
          ? t('minutes', { n: qty })
          : t('degrees', { n: (qty / 10).toFixed(1) }),
      note,
    ]
      .filter(Boolean)
      .join(', ');
  return { word, amount };
}

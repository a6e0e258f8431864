import { formatDate, todayIst } from '@aangan/contract/period.ts';

/** 'Tue, 24-11-2026': the day an instant falls on in India, the day of the week in the page's language. */
export function dayText(instant: string, language: 'en' | 'hi'): string {
  const weekday = new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    weekday: 'short',
    timeZone: 'Asia/Kolkata',
  });
  return `${weekday.format(new Date(instant))}, ${formatDate(todayIst(instant))}`;
}

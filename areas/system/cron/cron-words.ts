import type { CronRun } from './cron.contract.ts';

/** The specification's labels of a run, to the letter. */
export const stateLabels: Readonly<Record<CronRun['state'], string>> = {
  IN_PROGRESS: 'In Progress',
  NOT_STARTED: 'Not started',
  COMPLETED: 'Completed',
  INTERRUPTED: 'Interrupted',
};

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const clock = (hour: string, minute: string): string => {
  const h = Number(hour);
  return `${String(h % 12 === 0 ? 12 : h % 12).padStart(2, '0')}:${minute.padStart(2, '0')} ${h < 12 ? 'AM' : 'PM'}`;
};
const number = /^\d+$/;
const every = /^\*\/(\d+)$/;

/** A cron text in words, in IST: 'Daily at 03:10 AM', 'Every 5 minutes', 'Mondays at 06:00 AM'. What has no plain words stays as it is. */
export function scheduleWords(text: string): string {
  if (text === '') return 'On demand';
  const parts = text.trim().split(/\s+/);
  if (parts.length === 6) {
    const step = every.exec(parts[0] ?? '')?.[1];
    if (number.test(parts[0] ?? '')) return scheduleWords(parts.slice(1).join(' '));
    return step ? `Every ${step} seconds` : parts[0] === '*' ? 'Every second' : text;
  }
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  const anyDay = day === '*' && month === '*' && weekday === '*';
  if (anyDay && hour === '*') {
    const step = every.exec(minute)?.[1];
    if (minute === '*') return 'Every minute';
    if (step) return step === '1' ? 'Every minute' : `Every ${step} minutes`;
    if (number.test(minute)) return `Every hour at minute ${minute}`;
  }
  const hours = every.exec(hour)?.[1];
  if (anyDay && hours && number.test(minute)) return `Every ${hours} hours at minute ${minute}`;
  if (!number.test(minute) || !/^\d+(,\d+)*$/.test(hour)) return text;
  const at = hour
    .split(',')
    .map((h) => clock(h, minute))
    .join(' and ');
  if (anyDay) return `Daily at ${at}`;
  if (day === '*' && month === '*' && number.test(weekday)) return `${days[Number(weekday) % 7]}s at ${at}`;
  if (day === '*' && month === '*' && weekday === '1-6') return `Monday to Saturday at ${at}`;
  if (day === '*' && month === '*' && weekday === '1-5') return `Monday to Friday at ${at}`;
  if (day === 'L' && month === '*' && weekday === '*') return `Last day of the month at ${at}`;
  if (number.test(day) && month === '*' && weekday === '*') return `Day ${day} of the month at ${at}`;
  return text;
}

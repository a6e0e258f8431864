import { HALF_HOUR_MS } from './half-hours.ts';

const stamp = (ms: number): string => `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
// RFC 5545: commas, semicolons and line ends are escaped.
const text = (value: string): string => value.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r?\n/g, '\\n');

/** One visit as an iCalendar file; the same id again replaces what the calendar holds. */
export function visitCalendar(visit: {
  id: string;
  at: string;
  centreName: string;
  phone: string | null;
  mapUrl: string | null;
  now: Date;
}): string {
  const start = new Date(visit.at).getTime();
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Aangan//Visit//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:visit-${visit.id}@aangan`,
    // Minutes only grow, so that a moved visit replaces the one that the calendar holds.
    `SEQUENCE:${Math.floor(visit.now.getTime() / 60_000)}`,
    `DTSTAMP:${stamp(visit.now.getTime())}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + HALF_HOUR_MS)}`,
    `SUMMARY:${text(`Visit to ${visit.centreName}`)}`,
    ...(visit.phone ? [`DESCRIPTION:${text(`Questions? ${visit.phone}`)}`] : []),
    ...(visit.mapUrl ? [`URL:${visit.mapUrl}`] : []),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text(`Visit to ${visit.centreName}`)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

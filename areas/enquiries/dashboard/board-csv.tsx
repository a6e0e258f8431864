// The dashboard as a sheet: the numbers that stand on the screen, table by table.
import { toCsv } from '@aangan/web/record/import-file.ts';
import { hourName, weekdayName } from './board-list-filters.tsx';
import type { Answers, Board } from './board-shape.ts';

const rupees = (paise: number | null): string => (paise === null ? '' : (paise / 100).toFixed(2));
const percent = (bp: number | null): string => (bp === null ? '' : (bp / 100).toFixed(2));
const answer = ({ medianMinutes, inTime, late, unanswered }: Answers): string[] =>
  [medianMinutes ?? '', inTime, late, unanswered].map(String);
const ANSWERS = ['First answer, median minutes', 'Answered in time', 'Answered late', 'Not answered yet'];

type Lines = readonly (readonly (string | number | null)[])[];
// A name may begin like a formula; a spreadsheet must not run it.
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d/.test(text) ? `'${text}` : text;

/** Every figure of the board as CSV text; `filters` is what was chosen, in words. */
export function boardCsv(board: Board, filters: string): string {
  const parts: [title: string, head: string[], lines: Lines][] = [
    ['Enquiry dashboard', ['Filters', 'As of'], [[filters || 'none', board.asOf]]],
    [
      'Totals',
      [
        'Total leads',
        'Open',
        'Yet to call',
        'Follow-ups due',
        'Overdue',
        'Unallocated',
        'Admitted',
        ...ANSWERS,
      ],
      [
        [
          board.total,
          board.open,
          board.yetToCall,
          board.due,
          board.overdue,
          board.unallocated,
          board.admitted,
          ...answer(board.answers),
        ],
      ],
    ],
    ['Follow-up buckets', ['Bucket', 'Enquiries'], board.buckets.map((row) => [row.label, row.n])],
    [
      'Spanco funnel',
      ['Step', 'Enquiries', 'Of the step before, %', 'Last year, %', 'Median days'],
      board.funnel.map((row) => [
        row.status,
        row.n,
        percent(row.conversionBp),
        percent(row.lastYearBp),
        row.medianDays,
      ]),
    ],
    [
      'Weeks',
      ['From', 'To', 'Captured', 'Visits', 'Admitted'],
      board.weeks.map((row) => [row.from, row.to, row.captured, row.visits, row.admitted]),
    ],
    [
      'Sources',
      ['Source', 'Leads', 'Visits', 'Admitted', 'Spent (₹)', 'Cost per admission (₹)'],
      board.sources.map((row) => [
        row.label,
        row.n,
        row.visits,
        row.admitted,
        rupees(row.spent),
        rupees(row.perAdmission),
      ]),
    ],
    [
      'Classes',
      ['Class', 'Wished', 'Seats left'],
      board.classes.map((row) => [row.name, row.wished, row.left]),
    ],
    [
      'Arrivals',
      ['Weekday', 'Hour', 'Arrived', 'Called'],
      board.arrivals.map((row) => [weekdayName(row.weekday), hourName(row.hour), row.n, row.answered]),
    ],
    [
      'Counsellors',
      ['Owner', 'Enquiries', 'Open', 'Due', 'Overdue', 'Called today', ...ANSWERS, 'Visits', 'Admitted'],
      board.owners.map((row) => [
        row.name,
        row.n,
        row.open,
        row.due,
        row.overdue,
        row.calledToday,
        ...answer(row.answers),
        row.visits,
        row.admitted,
      ]),
    ],
    ['Lost reasons', ['Reason', 'Enquiries'], board.lostReasons.map((row) => [row.label, row.n])],
    [
      'Centres',
      ['Centre', 'Leads', 'Yet to call', 'Overdue', ...ANSWERS, 'Visits', 'Admitted'],
      board.centres.map((row) => [
        row.label,
        row.n,
        row.yetToCall,
        row.overdue,
        ...answer(row.answers),
        row.visits,
        row.admitted,
      ]),
    ],
  ];
  return toCsv(
    parts
      .filter(([, , lines]) => lines.length > 0)
      .flatMap(([title, head, lines]) => [
        [title],
        head,
        ...lines.map((line) => line.map((cell) => harmless(String(cell ?? '')))),
        [''],
      ]),
  );
}

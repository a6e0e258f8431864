// The dashboard as a sheet: the numbers that stand on the screen, table by table.
import { toCsv } from '@aangan/web/record/import-file.ts';
import { hourName, weekdayName } from './board-list-filters.tsx';
import type { Answers, Board } from './board-shape.ts';

const rupees = (paise: number | null): string => (paise === null ? '' : (paise / 100).toFixed(2));
const percent = (bp: number | null): string => (bp === null ? '' : (bp / 100).toFixed(2));
// A name may begin like a formula; a spreadsheet must not run it.
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d/.test(text) ? `'${text}` : text;

type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** Title, head, a line for each row; nothing of a table without rows. */
function table<Row>(title: string, rows: readonly Row[], columns: Columns<Row>): string[][] {
  if (rows.length === 0) return [];
  const lines = rows.map((row) => Object.values(columns).map((value) => harmless(String(value(row) ?? ''))));
  return [[title], Object.keys(columns), ...lines, ['']];
}

const ANSWERS: Columns<{ answers: Answers }> = {
  'First answer, median minutes': ({ answers }) => answers.medianMinutes,
  'Answered in time': ({ answers }) => answers.inTime,
  'Answered late': ({ answers }) => answers.late,
  'Not answered yet': ({ answers }) => answers.unanswered,
};
const WON: Columns<{ visits: number; admitted: number }> = {
  Visits: (row) => row.visits,
  Admitted: (row) => row.admitted,
};

/** Every figure of the board as CSV text; `filters` is what was chosen, in words. */
export const boardCsv = (board: Board, filters: string): string =>
  toCsv([
    ...table('Enquiry dashboard', [board], { Filters: () => filters || 'none', 'As of': (row) => row.asOf }),
    ...table('Totals', [board], {
      'Total leads': (row) => row.total,
      Open: (row) => row.open,
      'Yet to call': (row) => row.yetToCall,
      'Follow-ups due': (row) => row.due,
      Overdue: (row) => row.overdue,
      Unallocated: (row) => row.unallocated,
      Admitted: (row) => row.admitted,
      ...ANSWERS,
    }),
    ...table('Follow-up buckets', board.buckets, { Bucket: (row) => row.label, Enquiries: (row) => row.n }),
    ...table('Spanco funnel', board.funnel, {
      Step: (row) => row.status,
      Enquiries: (row) => row.n,
      'Of the step before, %': (row) => percent(row.conversionBp),
      'Last year, %': (row) => percent(row.lastYearBp),
      'Median days': (row) => row.medianDays,
    }),
    ...table('Weeks', board.weeks, {
      From: (row) => row.from,
      To: (row) => row.to,
      Captured: (row) => row.captured,
      ...WON,
    }),
    ...table('Sources', board.sources, {
      Source: (row) => row.label,
      Leads: (row) => row.n,
      ...WON,
      'Spent (₹)': (row) => rupees(row.spent),
      'Cost per admission (₹)': (row) => rupees(row.perAdmission),
    }),
    ...table('Classes', board.classes, {
      Class: (row) => row.name,
      Wished: (row) => row.wished,
      'Seats left': (row) => row.left,
    }),
    ...table('Arrivals', board.arrivals, {
      Weekday: (row) => weekdayName(row.weekday),
      Hour: (row) => hourName(row.hour),
      Arrived: (row) => row.n,
      Called: (row) => row.answered,
    }),
    ...table('Counsellors', board.owners, {
      Owner: (row) => row.name,
      Enquiries: (row) => row.n,
      Open: (row) => row.open,
      Due: (row) => row.due,
      Overdue: (row) => row.overdue,
      'Called today': (row) => row.calledToday,
      ...ANSWERS,
      ...WON,
    }),
    ...table('Lost reasons', board.lostReasons, { Reason: (row) => row.label, Enquiries: (row) => row.n }),
    ...table('Centres', board.centres, {
      Centre: (row) => row.label,
      Leads: (row) => row.n,
      'Yet to call': (row) => row.yetToCall,
      Overdue: (row) => row.overdue,
      ...ANSWERS,
      ...WON,
    }),
  ]);

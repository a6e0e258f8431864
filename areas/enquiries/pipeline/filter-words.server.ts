// The filters of a list in words, for a sheet that is read without the screen they were set on.
import { formatDate } from '@aangan/contract/period.ts';
import type { AboutLine } from '@aangan/server/endpoint/area-extras.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchiseeLabels } from '../../network/public.server.ts';
import { answerStates, dateBases } from '../dashboard/board-filters.ts';
import {
  centreNames,
  classNames,
  lostReasonNames,
  ownerNames,
  sourceNames,
} from '../dashboard/board-names.server.ts';
import { buckets } from '../enquiry/bucket.ts';
import type { EnquiryFilters } from '../enquiry/enquiry-filters.ts';

type Asked = Partial<EnquiryFilters> & { q?: string | undefined; ids?: string[] | undefined };
type Name = keyof Asked;

const labels: Readonly<Record<Exclude<Name, 'ids'>, string>> = {
  q: 'Searched',
  searchValue: 'Searched',
  code: 'Searched',
  searchBy: 'Searched by',
  fromDate: 'From',
  toDate: 'To',
  basis: 'Days of',
  spancoStatus: 'Status',
  spancoSubStatus: 'Sub-status',
  assignedTo: 'Owner',
  studentClassCategory: 'Class category',
  stage: 'Stage',
  source: 'Source',
  classId: 'Class',
  temperature: 'Temperature',
  bucket: 'Bucket',
  open: 'Open',
  gender: 'Gender',
  appointmentOn: 'Appointment on',
  reached: 'Came as far as',
  visited: 'Visited',
  attempted: 'Called',
  firstAnswer: 'First answer',
  arrived: 'Arrived (weekday-hour)',
  attemptedOn: 'Called on',
  lostReason: 'Lost because',
  sourceLink: 'Code or link',
  centre: 'Centre',
  noClass: 'Without a class',
  programme: 'Programme',
  answerLate: 'First answer overdue',
  duplicates: 'Possible duplicates',
  merged: 'Merged',
  erased: 'Erased',
  stale: 'Too long in the stage',
};
const isFilter = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);
const DAYS: ReadonlySet<string> = new Set(['fromDate', 'toDate', 'appointmentOn', 'attemptedOn']);

/** One line for each filter that was set; one that says so when there was none. */
export async function filterWords(db: Db, asked: Asked): Promise<AboutLine[]> {
  const names = await namesOf(db, asked);
  const lines = Object.entries(asked).flatMap(([name, value]): AboutLine[] => {
    if (value === undefined) return [];
    if (name === 'ids') return [{ what: 'Chosen by hand', value: String((asked.ids ?? []).length) }];
    if (!isFilter(name)) return [];
    const words = (Array.isArray(value) ? value : [value]).map((one) =>
      typeof one === 'boolean'
        ? one
          ? 'Yes'
          : 'No'
        : DAYS.has(name)
          ? formatDate(String(one))
          : (names.get(`${name} ${one}`) ?? String(one)),
    );
    return [{ what: labels[name], value: words.join(', ') }];
  });
  return lines.length > 0 ? lines : [{ what: 'Filters', value: 'None: every enquiry of the year' }];
}

const fixed: readonly (readonly [Name, Readonly<Record<string, string>>])[] = [
  ['assignedTo', { me: 'Me', none: 'Nobody' }],
  ['studentClassCategory', { ordinary: 'Ordinary class' }],
  ['bucket', { ...buckets, due: 'Due', overdue: 'Overdue' }],
  ['basis', dateBases],
  ['firstAnswer', answerStates],
  ['sourceLink', { none: 'None' }],
];

/** Names behind the ids, each under `<filter> <value>`. */
async function namesOf(db: Db, asked: Asked): Promise<ReadonlyMap<string, string>> {
  const out = new Map<string, string>();
  const add = (name: Name, entries: Iterable<readonly [unknown, string]>) => {
    for (const [key, text] of entries) out.set(`${name} ${key}`, text);
  };
  for (const [name, words] of fixed) add(name, Object.entries(words));
  if (asked.source) add('source', await sourceNames(db));
  if (asked.lostReason) add('lostReason', await lostReasonNames(db));
  if (asked.centre) add('centre', await centreNames(db, asked.centre));
  if (asked.classId)
    add(
      'classId',
      (await classNames(db)).map(({ id, name }) => [id, name] as const),
    );
  const people = (asked.assignedTo ?? []).filter((one) => one !== 'me' && one !== 'none');
  if (people.length > 0) add('assignedTo', await ownerNames(db, people));
  const links = (asked.sourceLink ?? []).filter((one) => one !== 'none');
  if (links.length > 0) add('sourceLink', await linkNames(db, links));
  return out;
}

async function linkNames(db: Db, ids: readonly string[]): Promise<[string, string][]> {
  const rows = await db
    .selectFrom('enquiry_source_link')
    .select(['id', 'label'])
    .where(several('id', ids, 'uuid'))
    .execute();
  return rows.map(({ id, label }) => [id, label]);
}

/** Whose enquiries: one centre's, or all that the person reaches. */
export async function centreWords(db: Db, { franchiseeId, wholeNetwork, centres }: Actor): Promise<string> {
  if (franchiseeId !== null) return (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? '';
  return wholeNetwork ? 'All centres' : `${centres.length} centres`;
}

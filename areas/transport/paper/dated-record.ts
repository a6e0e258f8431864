import { date, type Fields, file, longText, money, reference, text } from '@aangan/contract/fields.ts';
import { addMonths } from '@aangan/contract/period.ts';
import { type AnyRecord, record } from '@aangan/contract/record.ts';
import { transportModules as m } from '../modules.ts';
import { type PaperKindName, paperKinds } from '../vehicle/paper-kinds.ts';

type Values = Readonly<Record<string, unknown>>;

interface DatedRecord<Fs extends Fields> {
  kind: PaperKindName;
  name: string;
  title: string;
  plural: string;
  /** Spelled as in the specification: `insuranceID`. */
  param: string;
  fields: Fs;
  columns: readonly (keyof Fs & string)[];
  /** Soonest first where something ends, newest first where something happened. */
  sort: `${'-' | ''}${keyof Fs & string}`;
  check?: (values: Values) => Readonly<Record<string, string>>;
}

const LONGEST_YEARS = 5;

/** From the first to the last day, both of them counting. */
export const validity = {
  startsOn: date({ label: 'From' }),
  endsOn: date({ label: 'To', filter: 'range' }),
};
export const paperNumber = (label: string) =>
  text({ label, max: 60, search: true, unique: 'in centre', sample: 'NO-2026-1' });

/** An end before its start, or so far that a year was mistyped. */
export function periodProblems(values: Values): Record<string, string> {
  const [from, to] = [values['startsOn'], values['endsOn']];
  if (typeof from !== 'string' || typeof to !== 'string') return {};
  if (to < from) return { endsOn: 'Must be on or after the start date' };
  return to > addMonths(from, 12 * LONGEST_YEARS)
    ? { endsOn: `At most ${LONGEST_YEARS} years after the start` }
    : {};
}

/** One of the ten papers of a vehicle: the vehicle first, its own fields, then vendor, file and remark. */
export function datedRecord<const Fs extends Fields>(of: DatedRecord<Fs>): AnyRecord {
  const { path } = paperKinds[of.kind];
  return record({
    name: of.name,
    title: of.title,
    plural: of.plural,
    module: m.VehicleDetails,
    scope: 'centre',
    screens: path === null ? {} : { list: path, add: `${path}/add`, edit: `${path}/edit/{${of.param}}` },
    fields: {
      vehicleId: reference('vehicle', { label: 'Vehicle', filter: true }),
      ...of.fields,
      ...('amount' in of.fields ? {} : { amount: money({ label: 'Amount', min: 0, optional: true }) }),
      vendorName: text({ label: 'Vendor', max: 120, search: true, optional: true }),
      paper: file({
        label: 'File',
        accept: ['pdf', 'jpg', 'png'],
        optional: true,
        column: 'file_id',
      }),
      remark: longText({ label: 'Remark', max: 500, optional: true }),
    },
    check: (values) => {
      const problems = { ...periodProblems(values), ...of.check?.(values) };
      return Object.keys(problems).length === 0 || (problems as never); // names of fields, as `of.check` says
    },
    list: { columns: ['vehicleId', ...of.columns], sort: of.sort } as never, // names of fields, built above
    import: true,
  }) as AnyRecord;
}

// The form of one of the dated papers: add (the vehicle may be known), renew, edit.
import { addDays, addMonths, formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { RecordForm, useRecordId } from '@aangan/web/record/record-form.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { EXPIRED_WORDS } from '../vehicle/paper-cover.ts';
import { type PaperKindName, paperKinds } from '../vehicle/paper-kinds.ts';
import { vehicleContract } from '../vehicle/vehicle.contract.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { paperRecords } from './paper-records.ts';
import { isCover } from './paper-state.ts';

type Values = Readonly<Record<string, unknown>>;
/** A vehicle younger than this is inspected every second year. */
const YOUNG_YEARS = 8;

/** What a renewal takes over: all but the number, the days and the file. */
const ANEW = [
  'id',
  'version',
  'can',
  'franchiseeId',
  'number',
  'paper',
  'startsOn',
  'endsOn',
  'inspectedOn',
  'remark',
];

export function PaperForm({ kind }: { kind: PaperKindName }) {
  const record = paperRecords[kind];
  const id = useRecordId(record);
  const [vehicleId] = useParam('vehicle');
  const [renewed] = useParam('renew');
  const old = useQuery(
    record.endpoints.get,
    { id: renewed ?? '' },
    { enabled: id === null && renewed !== null },
  );
  const form = (start: Values) => (
    <RecordForm record={record} start={start} will={willText(kind)}>
      <Stack gap="md">
        <CoverNote kind={kind} />
        <Fields kind={kind} />
      </Stack>
    </RecordForm>
  );
  const fresh = { ...NEW[kind], ...(vehicleId ? { vehicleId } : {}) };
  if (id !== null || renewed === null) return form(fresh);
  return (
    <QueryState query={old}>{(row) => form({ ...fresh, ...renewalOf(kind, row as Values) })}</QueryState>
  );
}

const NEW: Partial<Record<PaperKindName, Values>> = {
  REPAIR: { kind: 'REPAIR' },
  FUEL: { fullTank: true },
  INSURANCE: { cover: 'COMPREHENSIVE' },
  ROAD_TAX: { period: 'YEAR' },
};

const willText = (kind: PaperKindName): string =>
  kind === 'REPAIR'
    ? 'The vehicle is blocked while the repair goes on'
    : 'The board of vehicles shows it at once';

function renewalOf(kind: PaperKindName, row: Values): Values {
  const kept = Object.fromEntries(
    Object.entries(row).filter(([name]) => !ANEW.includes(name) && !name.endsWith('Label')),
  );
  const end = row['endsOn'];
  if (typeof end !== 'string') return kept;
  const startsOn = addDays(end, 1);
  return { ...kept, startsOn, endsOn: proposedEnd(kind, startsOn, { ...kept, yearsOld: null }) };
}

/** The usual last day (areas/transport.md 2.1); the paper itself decides. */
function proposedEnd(kind: PaperKindName, startsOn: string, values: Values): string | null {
  const months = monthsOf(kind, values);
  return months === null ? null : addDays(addMonths(startsOn, months), -1);
}

const TAX_MONTHS: Readonly<Record<string, number>> = { QUARTER: 3, YEAR: 12 };

function monthsOf(kind: PaperKindName, { period, yearsOld }: Values): number | null {
  if (kind === 'ROAD_TAX') return TAX_MONTHS[String(period)] ?? null;
  return kind === 'FITNESS' && typeof yearsOld === 'number' && yearsOld < YOUNG_YEARS ? 24 : 12;
}

function useVehicle() {
  const { values } = useFormModel();
  const board = useQuery(vehicleContract.board, {}, { fresh: 0 });
  return board.data?.vehicles.find(({ id }) => id === values['vehicleId']);
}

/** What the vehicle has now, and whether the days typed overlap with it or leave a day without. */
function CoverNote({ kind }: { kind: PaperKindName }) {
  const { values, row } = useFormModel();
  const vehicle = useVehicle();
  const cell = vehicle?.cells.find((one) => one.kind === kind);
  if (!vehicle || !cell || !isCover(kind)) return null;
  const reg = formatPlate(vehicle.regNo);
  const { title } = paperKinds[kind];
  const now =
    cell.words === EXPIRED_WORDS.missing
      ? `${title} of ${reg} is not recorded.`
      : cell.endsOn === null
        ? `${reg}: ${cell.words}.`
        : `${reg} is covered until ${formatDate(cell.endsOn)}.`;
  return (
    <Text size="sm" role="note">
      {now} {row === null && warning(values['startsOn'], cell.endsOn)}
    </Text>
  );
}

function warning(startsOn: unknown, coveredTo: string | null): string {
  if (typeof startsOn !== 'string' || coveredTo === null) return '';
  if (startsOn <= coveredTo) return 'The new paper overlaps with it.';
  const first = addDays(coveredTo, 1);
  if (startsOn === first) return '';
  return `From ${formatDate(first)} to ${formatDate(addDays(startsOn, -1))} the vehicle would be blocked.`;
}

const WIDE = new Set(['description', 'remark', 'paper', 'work', 'parts']);

function Fields({ kind }: { kind: PaperKindName }) {
  const form = useFormModel();
  const vehicle = useVehicle();
  const names = Object.keys(paperRecords[kind].fields);
  const pick = (name: string) => (value: unknown) => {
    const values: Values = { ...form.values, [name]: value };
    if (kind === 'FUEL' && (name === 'litres' || name === 'rate')) {
      const [litres, rate] = [values['litres'], values['rate']];
      if (typeof litres === 'number' && typeof rate === 'number')
        form.set('amount', Math.round(litres * rate));
    }
    const start = values['startsOn'];
    if (
      isCover(kind) &&
      (name === 'startsOn' || name === 'period') &&
      typeof start === 'string' &&
      form.row === null
    ) {
      const age = vehicle ? yearsBetween(vehicle.registeredOn, start) : null;
      form.set('endsOn', proposedEnd(kind, start, { ...values, yearsOld: age }));
    }
  };
  const shown = names.filter(
    (name) => !(kind === 'ROAD_TAX' && name === 'endsOn' && form.values['period'] === 'LIFETIME'),
  );
  return (
    <Section>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {shown
            .filter((name) => !WIDE.has(name))
            .map((name) => (
              <Field key={name} name={name} onPicked={pick(name)} />
            ))}
        </SimpleGrid>
        {shown
          .filter((name) => WIDE.has(name))
          .map((name) => (
            <Field key={name} name={name} />
          ))}
      </Stack>
    </Section>
  );
}

const yearsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (365.25 * 86_400_000);

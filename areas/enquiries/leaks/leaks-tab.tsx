// Where families get lost without a noise, and one button that puts them into tomorrow's plan.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatCount, formatDay, formatInstant } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Button, Stack } from '@mantine/core';
import { childLinkColumn } from '../enquiry/child-column.tsx';
import { useStep } from '../enquiry/use-step.web.ts';
import { followUpWorkContract } from '../follow-up/follow-up-work.contract.ts';
import { enquiryModules } from '../modules.ts';
import { leakContract } from './leak.contract.ts';

type Leaks = OutputOf<typeof leakContract.list>;
type Row = Leaks['missed']['rows'][number] | Leaks['late']['rows'][number];

/** 18 -> '06:00 PM to 07:00 PM'. */
const hourText = (hour: number): string => {
  const clock = (n: number) => formatClock(`${String(n % 24).padStart(2, '0')}:00`);
  return `${clock(hour)} to ${clock(hour + 1)}`;
};

const FEWEST_CALLS = 5;
/** Calls are allowed from 9 to 21 only. */
const FIRST_HOUR = 9;
const LAST_HOUR = 21;

/** The hour in which most calls are answered; hours with few calls say nothing. */
function bestHour(hours: Leaks['hours']): Leaks['hours'][number] | undefined {
  return hours
    .filter((one) => one.calls >= FEWEST_CALLS && one.hour >= FIRST_HOUR && one.hour < LAST_HOUR)
    .toSorted((a, b) => b.reached / b.calls - a.reached / a.calls || b.calls - a.calls)[0];
}

export function LeaksTab() {
  const leaks = useQuery(leakContract.list, {});
  return (
    <QueryState query={leaks}>
      {(data) => {
        const best = bestHour(data.hours);
        return (
          <Stack gap="lg">
            <TileRow>
              <Tile
                label="Open without a next date"
                value={formatCount(data.withoutDate)}
                period={data.withoutDate === 0 ? 'As it must be' : 'Tell head office'}
              />
              <Tile
                label="Promised calls missed"
                value={`${formatCount(data.week.missed)} of ${formatCount(data.week.promised)}`}
                period="Last 7 days, more than 2 hours late"
              />
              <Tile
                label="Answer late"
                value={formatCount(data.late.total)}
                period="Reached only after more than 3 tries"
              />
              <Tile
                label="Families answer best"
                value={best ? hourText(best.hour) : '–'}
                period={
                  best
                    ? `${Math.round((best.reached / best.calls) * 100)} % of ${formatCount(best.calls)} calls`
                    : 'Too few calls in 90 days'
                }
              />
            </TileRow>
            <LeakList
              title="Promised, not called"
              help="The family was told a time. Nobody has logged anything since."
              none="Every promise was kept"
              rows={data.missed.rows}
              total={data.missed.total}
              tomorrow={data.tomorrow}
              say={(row) => ('promisedAt' in row ? `promised for ${formatInstant(row.promisedAt)}` : '')}
            />
            <LeakList
              title="Answer only after many tries"
              help="Their best hour is when they answered before."
              none="Nobody answers late"
              rows={data.late.rows}
              total={data.late.total}
              tomorrow={data.tomorrow}
              say={(row) =>
                'tries' in row ? `answered at try ${row.tries}, best ${hourText(row.bestHour)}` : ''
              }
            />
          </Stack>
        );
      }}
    </QueryState>
  );
}

interface LeakListProps {
  title: string;
  help: string;
  none: string;
  rows: readonly Row[];
  total: number;
  tomorrow: string;
  say: (row: Row) => string;
}

function LeakList({ title, help, none, rows, total, tomorrow, say }: LeakListProps) {
  if (rows.length === 0) return <EmptyState title={none} help={help} />;
  return (
    <Section
      title={`${title}: ${formatCount(total)}`}
      help={help}
      flush
      actions={<PlanButton rows={rows} tomorrow={tomorrow} />}
    >
      <ShortTable
        label={title}
        rows={rows}
        keyOf={(row) => row.id}
        minWidth={560}
        columns={[
          childLinkColumn<Row>((row) => [row.guardianName, row.className].filter(Boolean).join(' · ')),
          textColumn<Row>('why', 'Why', say),
          textColumn<Row>('owner', 'Owner', (row) => row.ownerName ?? 'Nobody'),
          textColumn<Row>('next', 'Next date', (row) =>
            row.nextFollowUpOn ? formatDay(row.nextFollowUpOn) : '–',
          ),
        ]}
      />
    </Section>
  );
}

function PlanButton({ rows, tomorrow }: { rows: readonly Row[]; tomorrow: string }) {
  const { holds } = useSession();
  const waiting = rows.filter((row) => row.nextFollowUpOn === null || row.nextFollowUpOn !== tomorrow);
  const plan = useStep(
    followUpWorkContract.plan,
    (out) => `${formatCount(out.queued ? out.total : out.moved)} planned for ${formatDay(tomorrow)}.`,
    ['enquiry', 'follow-up', 'follow-up-leak'],
  );
  if (!holds(enquiryModules.followup, true) || waiting.length === 0) return null;
  return (
    <Button
      variant="default"
      loading={plan.running}
      onClick={() =>
        void plan.run({ ids: waiting.map((row) => row.id), spread: { from: tomorrow, to: tomorrow } })
      }
    >
      {`Plan ${formatCount(waiting.length)} for ${formatDay(tomorrow)}`}
    </Button>
  );
}

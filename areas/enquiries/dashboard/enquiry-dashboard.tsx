// /forms/enquiry/dashboard: every number opens the list with exactly its rows, by the same conditions (enquiries.md 3.3).
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatTime } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { FilterBar } from '@aangan/web/table/filter-bar.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { SimpleGrid, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useRef, useState } from 'react';
import { BucketStrip } from '../enquiry/bucket-strip.tsx';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useEnquiryFilters } from '../enquiry/enquiry-look.tsx';
import { enquiryModules } from '../modules.ts';
import { Arrivals } from './arrivals.tsx';
import { boardCsv } from './board-csv.tsx';
import type { Board } from './board-shape.ts';
import { inTimeText, judgedOf, minutesText } from './board-words.ts';
import { Centres, Owners } from './people-panels.tsx';
import { Funnel, Trend } from './pipeline-panels.tsx';
import { ClassSeats, LostReasons, Sources } from './source-panels.tsx';
import { type BoardFilters, useBoardFilters } from './use-board-filters.tsx';

const MoneyFunnel = part(() => import('./money-panel.tsx'), 'MoneyFunnel');

const MINUTE = 60_000;

export function EnquiryDashboard() {
  const filters = useBoardFilters(useEnquiryFilters());
  const [allCentres, setAllCentres] = useState(false);
  const asked = filters.values as InputOf<typeof enquiryContract.dashboard>; // what the address holds; the server checks it
  const board = useQuery(
    enquiryContract.dashboard,
    { ...asked, ...(allCentres ? { allCentres } : {}) },
    { every: MINUTE, keepPrevious: true },
  );
  const { holds } = useSession();
  const search = useRef<HTMLInputElement>(null);
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const save = async () => {
    const whole = await call(enquiryContract.dashboard, { ...asked, allCentres: true });
    const words = Object.entries(filters.values)
      .map(([name, value]) => `${name} = ${String(value)}`)
      .join('; ');
    saveBlob(
      new Blob([`\ufeff${boardCsv(whole, words)}`], { type: 'text/csv' }),
      `enquiry-dashboard-${todayIst(serverNow())}.csv`,
    );
  };
  return (
    <PageFrame
      title="Enquiry dashboard"
      context="centre-year"
      primary={holds('enquiry', true) ? { label: 'Add enquiry', to: '/forms/enquiry-form' } : undefined}
      menu={[
        { label: 'Export as CSV', run: () => void save().catch(notice.error), disabled: !board.data },
        { label: 'Print or save as picture', run: () => window.print() },
      ]}
    >
      <Stack gap="md">
        <div className="no-print">
          <FilterBar list={filters.bar} searchRef={search} searchable={false} mobile={mobile} />
        </div>
        <QueryState query={board} skeleton={<TilesSkeleton tiles={8} />}>
          {(data) =>
            data.total === 0 ? (
              <EmptyState
                title="No enquiry in this period."
                help={
                  Object.keys(filters.values).length > 0
                    ? 'Take a filter away, or choose other days.'
                    : 'Families appear here as soon as somebody adds them or scans the QR code.'
                }
                action={{ label: 'Print a QR code', to: '/enquiry/generate-qrcode' }}
              />
            ) : (
              <Panels data={data} linkTo={filters.linkTo} showAllCentres={setAllCentres} />
            )
          }
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

function Panels({
  data,
  linkTo,
  showAllCentres,
}: {
  data: Board;
  linkTo: BoardFilters['linkTo'];
  showAllCentres: (all: boolean) => void;
}) {
  const today = todayIst(serverNow());
  const { holds, franchisee } = useSession();
  const money = franchisee !== null && holds(enquiryModules.enquirySettings);
  return (
    <Stack gap="md">
      <Tiles data={data} linkTo={linkTo} />
      <BucketStrip buckets={data.buckets} linkOf={(bucket) => linkTo({ bucket })} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Funnel steps={data.funnel} linkTo={linkTo} />
        <Trend weeks={data.weeks} linkTo={linkTo} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Sources sources={data.sources} linkTo={linkTo} />
        <Arrivals cells={data.arrivals} linkTo={linkTo} />
      </SimpleGrid>
      {money && (
        <Suspense fallback={null}>
          <MoneyFunnel />
        </Suspense>
      )}
      <Owners owners={data.owners} today={today} linkTo={linkTo} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <ClassSeats rows={data.classes} linkTo={linkTo} />
        <LostReasons rows={data.lostReasons} linkTo={linkTo} />
      </SimpleGrid>
      {data.centres.length > 0 && (
        <Centres centres={data.centres} count={data.centreCount} linkTo={linkTo} showAll={showAllCentres} />
      )}
    </Stack>
  );
}

function Tiles({ data, linkTo }: { data: Board; linkTo: BoardFilters['linkTo'] }) {
  const { answers } = data;
  const captured = data.weeks.map((week) => week.captured);
  return (
    <>
      <TileRow>
        <Tile
          label="Total leads"
          value={formatCount(data.total)}
          to={linkTo()}
          spark={captured}
          period={`as of ${formatTime(data.asOf)}`}
        />
        <Tile
          label="Yet to call"
          value={formatCount(data.yetToCall)}
          to={linkTo({ spancoStatus: 'Suspect', stage: 'Yet_to_call' })}
        />
        <Tile label="Follow-ups due" value={formatCount(data.due)} to={linkTo({ bucket: 'due' })} />
        <Tile label="Overdue" value={formatCount(data.overdue)} to={linkTo({ bucket: 'overdue' })} />
      </TileRow>
      <TileRow>
        <Tile
          label="Unallocated"
          value={formatCount(data.unallocated)}
          to={linkTo({ assignedTo: 'none', open: true })}
        />
        <Tile
          label="First answer, median"
          value={minutesText(answers.medianMinutes)}
          to={linkTo({ firstAnswer: ['in-time', 'late'] })}
          period={`${formatCount(answers.inTime + answers.late)} answered`}
        />
        <Tile
          label="Answered in time"
          value={inTimeText(answers)}
          to={linkTo({ firstAnswer: 'in-time' })}
          period={`${formatCount(answers.inTime)} of ${formatCount(judgedOf(answers))}`}
        />
        <Tile
          label="Late or not answered yet"
          value={formatCount(answers.late + answers.unanswered)}
          to={linkTo({ firstAnswer: ['late', 'unanswered'] })}
          period={`${formatCount(answers.unanswered)} not yet`}
        />
      </TileRow>
    </>
  );
}

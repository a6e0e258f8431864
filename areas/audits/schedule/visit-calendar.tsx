import { type Day, endOfMonth, isDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { MonthSteps } from '@aangan/web/calendar/month-steps.tsx';
import { listLink } from '@aangan/web/list/list-state.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { amsCalendarContract } from '../ams-calendar/ams-calendar.contract.ts';
import { ShareCalendar } from '../ams-calendar/share-calendar.tsx';
import { amsVisitContract as contract } from './ams-visit.contract.ts';
import { useVisits, VisitTable } from './visit-table.tsx';

/** /amsv1/viewSchedule: a month of visits; a day chosen in it shows its visits below. */
export function VisitCalendar() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const asked = params.get('plannedOn.from') ?? '';
  if (!isDay(asked)) {
    const first = `${todayIst(serverNow()).slice(0, 7)}-01`;
    const link = listLink(pathname, { plannedOn: { from: first, to: endOfMonth(first) } });
    // Other filters of the address stay.
    const more = params.size === 0 ? '' : `&${params}`;
    return <Navigate to={`${link}${more}`} replace />;
  }
  return <Month from={asked} to={params.get('plannedOn.to')} />;
}

function Month({ from, to }: { from: Day; to: string | null }) {
  const list = useVisits();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const month = from.slice(0, 7);
  const query = useQuery(contract.calendar, { month });
  const show = (start: Day, end: Day) => {
    const next = new URLSearchParams(params);
    for (const name of ['after', 'skip']) next.delete(name);
    next.set('plannedOn.from', start);
    next.set('plannedOn.to', end);
    void navigate(`${pathname}?${next}`);
  };
  const showMonth = (of: string) => show(`${of}-01`, endOfMonth(`${of}-01`));
  const chosen = from === to ? [from] : [];
  const mayShare = useSession().holds(amsCalendarContract.share.module, true);
  const [sharing, setSharing] = useState(false);
  return (
    <PageFrame title="Visit calendar" count={list.total ?? undefined} context="centre">
      <Stack gap="md">
        <Group gap="xs">
          <MonthSteps month={month} last={null} onChange={showMonth} />
          {mayShare && (
            <Button variant="default" onClick={() => setSharing(true)}>
              Link to my calendar
            </Button>
          )}
          {chosen.length > 0 && (
            <Button variant="subtle" onClick={() => showMonth(month)}>
              Whole month
            </Button>
          )}
        </Group>
        <QueryState query={query}>
          {({ days }) => {
            const byDay = new Map(days.map((day) => [day.on, day]));
            return (
              <MonthGrid
                month={month}
                chosen={chosen}
                cell={(day) => {
                  const there = byDay.get(day);
                  if (!there) return null;
                  const n = there.visits === 1 ? '1 visit' : `${there.visits} visits`;
                  const more = there.missed > 0 ? ', missed' : there.surprise > 0 ? ', with a surprise' : '';
                  return {
                    content: <span>{n}</span>,
                    says: `${n}${more}: ${there.centres}`,
                    background: `var(--mantine-color-${there.missed > 0 ? 'red' : there.surprise > 0 ? 'grape' : 'blue'}-light)`,
                  };
                }}
                onPick={(days_) => show(days_[0] ?? from, days_.at(-1) ?? from)}
              />
            );
          }}
        </QueryState>
        <Text size="sm" className="quiet">
          Choose a day, or drag over several, to see their visits. Red: one was missed. Violet: one is a
          surprise.
        </Text>
        <VisitTable list={list} />
        {sharing && <ShareCalendar onClose={() => setSharing(false)} />}
      </Stack>
    </PageFrame>
  );
}

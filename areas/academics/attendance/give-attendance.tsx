import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { isAway, useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay, formatTime } from '@aangan/web/format.ts';
import { useWaiting } from '@aangan/web/local/offline-queue.ts';
import { part } from '@aangan/web/part.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { ErrorState } from '@aangan/web/ui/error-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { attendanceContract, type RegisterTile } from './attendance.contract.ts';
import classes from './attendance.module.css';
import { registerLink } from './register-link.ts';
import { keepRegister, keptRegisters, type Register } from './today-roster.tsx';

const loadRegister = () => import('./register-screen.tsx');
const RegisterScreen = part(loadRegister, 'RegisterScreen');
const ChildList = part(() => import('./child-list.tsx'), 'ChildList');
const Corrections = part(() => import('./corrections.tsx'), 'Corrections');
const MonthRegister = part(() => import('./month-register.tsx'), 'MonthRegister');

/** /attendance/give-attendance: the registers of the day, and one of them with `?section=&on=`. */
export function GiveAttendance() {
  const [sectionId] = useParam('section');
  const [on] = useParam('on');
  if (sectionId) return <RegisterScreen sectionId={sectionId} onDate={on ?? todayIst(serverNow())} />;
  return (
    <PageFrame title="Attendance" context="centre">
      <Waiting />
      <PageTabs
        tabs={[
          { value: 'today', label: 'Today', content: <Today /> },
          { value: 'not-submitted', label: 'Not submitted', content: <Today missing /> },
          { value: 'absent', label: 'Absent 3 days', content: <ChildList list="ABSENT" /> },
          { value: 'low', label: 'Below 75 %', content: <ChildList list="LOW" /> },
          { value: 'corrections', label: 'Corrections', content: <Corrections /> },
          { value: 'month', label: 'Month', content: <MonthRegister /> },
        ]}
      />
    </PageFrame>
  );
}

/** Registers that wait on this device, or came back refused. */
function Waiting() {
  const own = useWaiting().filter(({ contract }) => contract === attendanceContract.save.name);
  if (own.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {own.map((row) => (
        <Alert key={row.id} color={row.state === 'REFUSED' ? 'danger' : 'warning'} variant="light">
          {row.state === 'REFUSED'
            ? `${row.title} could not be saved: ${row.lastError ?? 'try again'}`
            : `${row.title} waits for the network. It is sent once, by itself: do not sign out.`}
        </Alert>
      ))}
    </Stack>
  );
}

function Today({ missing = false }: { missing?: boolean }) {
  const today = todayIst(serverNow());
  const [on, setOn] = useParam('day');
  const onDate = on ?? today;
  const query = useQuery(attendanceContract.today, {
    onDate,
    ...(missing ? { tab: 'not-submitted' as const } : {}),
  });
  const tiles = query.data?.tiles;
  useKeptForLater(tiles, onDate === today);
  if (!query.data && isAway(query)) return <KeptToday today={today} />;
  return (
    <Stack gap="md">
      <div style={{ width: 180 }}>
        <FieldInput
          kind="date"
          name="day"
          label="Day"
          value={onDate}
          latest={today}
          onChange={(day) => setOn(typeof day === 'string' ? day : null)}
        />
      </div>
      {query.error && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : !tiles ? (
        <TilesSkeleton />
      ) : tiles.length === 0 ? (
        <EmptyState
          title={missing ? 'Every register is submitted' : 'No section is yours on this day'}
          help={missing ? undefined : 'The centre head names the teachers of a section under Classes.'}
        />
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {tiles.map((tile) => (
            <SectionTile key={tile.section.id} tile={tile} onDate={onDate} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function SectionTile({ tile, onDate }: { tile: RegisterTile; onDate: string }) {
  const { section, counts, strength, unmarked, closed, status } = tile;
  const present = counts.P + counts.LATE + counts.EARLY + counts.HD;
  return (
    <Link to={registerLink(section.id, onDate)} className={classes.tile}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{section.label}</Text>
        {closed ? (
          <Tag tone="neutral">Closed</Tag>
        ) : status === 'SUBMITTED' ? (
          <Tag tone="success">Submitted</Tag>
        ) : status === 'CANCELLED' ? (
          <Tag tone="neutral">Cancelled</Tag>
        ) : (
          <Tag tone="warning">{status === 'OPEN' ? 'Not submitted' : 'Not begun'}</Tag>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {tile.teachers.join(', ') || 'No class teacher'}
      </Text>
      <Text size="sm">
        {closed ??
          (status === null
            ? `${strength} children`
            : `${present} present, ${counts.A} absent, ${counts.L} on leave${unmarked > 0 ? `, ${unmarked} not marked` : ''}`)}
      </Text>
      {tile.submittedAt && status === 'SUBMITTED' && (
        <Text size="sm" c="dimmed">
          Submitted at {formatTime(tile.submittedAt)}
        </Text>
      )}
    </Link>
  );
}

/** A teacher's few sections are kept on the device; whoever has many opens those that matter. */
const MOST_KEPT = 6;

function useKeptForLater(tiles: readonly RegisterTile[] | undefined, isToday: boolean): void {
  useEffect(() => {
    if (!tiles || !isToday) return;
    const today = todayIst(serverNow());
    const open = tiles.filter(({ closed, status }) => closed === null && status !== 'SUBMITTED');
    void (async () => {
      // The screen that opens them without a network stays on the device with them; without one there is nothing to keep.
      if (open.length > 0) await loadRegister().catch(() => null);
      for (const { section } of open.slice(0, MOST_KEPT)) {
        const input = { sectionId: section.id, onDate: today };
        const register = await call(attendanceContract.register, input, { background: true }).catch(
          () => null,
        );
        if (register) await keepRegister(register, today);
      }
    })();
  }, [tiles, isToday]);
}

/** Without a network: the registers that this device read today. */
function KeptToday({ today }: { today: string }) {
  const [kept, setKept] = useState<readonly Register[] | null>(null);
  useEffect(() => {
    void keptRegisters(today).then(setKept);
  }, [today]);
  if (!kept) return <TilesSkeleton />;
  if (kept.length === 0)
    return (
      <EmptyState
        title="No network"
        help="Open Attendance once a day with a network: then your sections open without one."
      />
    );
  return (
    <Stack gap="md">
      <Alert color="warning" variant="light">
        No network. Your sections of {formatDay(today)} open from this device.
      </Alert>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {kept.map(({ section, rows }) => (
          <Link key={section.id} to={registerLink(section.id, today)} className={classes.tile}>
            <Text fw={600}>{section.label}</Text>
            <Text size="sm">{rows.length} children</Text>
          </Link>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addMonths, type Day, endOfMonth, todayIst } from '@aangan/contract/period.ts';
import { weekdayMask } from '@aangan/contract/weekday.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Alert, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { calendarContract } from './calendar.contract.ts';
import classes from './calendar-planner.module.css';
import { CloseDay } from './close-day.tsx';
import { type CalendarDay, calendarDayKinds, dayKindOf } from './day-kind.ts';
import { type Brush, CalendarRulesForm, DayBrush, dayColours, type Head } from './planner-parts.tsx';
import { PlannerRail } from './planner-rail.tsx';

type Calendar = OutputOf<typeof calendarContract.get>;

/** /academic-calender/update/{academicCalendarID}: the year as twelve months; choose what a day is, then click or drag days. */
export function CalendarPlanner() {
  const { academicCalendarID = '' } = useParams();
  const query = useQuery(calendarContract.get, { id: academicCalendarID });
  return (
    <QueryState query={query}>
      {(calendar) => <Planner key={`${calendar.id} ${calendar.version}`} calendar={calendar} />}
    </QueryState>
  );
}

const firstOf = (calendar: Calendar): Head => ({
  name: calendar.name,
  weekOff: calendar.weekOff.filter((day) => day !== 'SAT'),
  saturdays: calendar.saturdays,
});

function Planner({ calendar }: { calendar: Calendar }) {
  const { year, can, status } = calendar;
  const [head, setHead] = useState<Head>(() => firstOf(calendar));
  const [days, setDays] = useState<readonly CalendarDay[]>(calendar.days);
  const [brush, setBrush] = useState<Brush>({ kind: 'HOLIDAY', title: '', classIds: [], staffWorks: false });
  const [reason, setReason] = useState('');
  const [closing, setClosing] = useState(false);
  const saved = useRef(false);
  const confirm = useConfirm();
  const mayEdit = can['save'] === true;
  const dirty =
    mayEdit &&
    (JSON.stringify(days) !== JSON.stringify(calendar.days) ||
      JSON.stringify(head) !== JSON.stringify(firstOf(calendar)));
  const save = useCommand(calendarContract.save, {
    refresh: ['calendar'],
    onDone: () => {
      saved.current = true;
      notice.ok('Calendar saved');
    },
  });
  const publish = useCommand(calendarContract.publish, {
    refresh: ['calendar'],
    onDone: () => notice.ok('Calendar published'),
    onError: (error) => notice.error(error),
  });
  const rules = { weekOff: weekdayMask(head.weekOff), saturdays: head.saturdays, days };
  const paint = (picked: readonly Day[]) => setDays((before) => paintedDays(before, picked, brush));
  const run = async (cancelRegisters = false): Promise<void> => {
    await save.run(
      {
        id: calendar.id,
        cancelRegisters,
        ...head,
        days: days.map((day) => ({ ...day })),
        ...(reason.trim() ? { reason } : {}),
      },
      { ifMatch: calendar.version },
    );
    if (save.error?.code !== 'calendar.registers') return;
    const agreed = await confirm({
      title: 'Cancel registers?',
      text: `${save.error.message} Their marks are kept, but count no more.`,
      confirm: 'Cancel registers and save',
    });
    if (agreed) await run(true);
  };
  const askPublish = async () => {
    const agreed = await confirm({
      title: `Publish the calendar ${year.label}?`,
      text: 'From now on attendance, leave and curriculum count these days. Later changes are kept as revisions.',
      confirm: 'Publish',
    });
    if (agreed) await publish.run({ id: calendar.id }, { ifMatch: calendar.version });
  };
  const months = Array.from({ length: 12 }, (_, n) => addMonths(year.from, n).slice(0, 7));

  return (
    <PageFrame
      title={`${calendar.owner} ${year.label}`}
      crumbs={[{ label: 'Academic calendar', to: '/academic-calender/creation' }]}
      primary={can['publish'] && !dirty ? { label: 'Publish', run: () => void askPublish() } : undefined}
      menu={can['closeDay'] ? [{ label: 'Close a day', run: () => setClosing(true) }] : []}
    >
      <TwoColumns
        main={
          <Stack gap="md">
            {mayEdit && <CalendarRulesForm head={head} onChange={setHead} />}
            {mayEdit && <DayBrush brush={brush} onChange={setBrush} />}
            <Section title="Days">
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
                {months.map((month) => (
                  <MonthGrid
                    key={month}
                    month={month}
                    cell={(day) => cellOf(dayKindOf(rules, day), days, day)}
                    {...(mayEdit ? { onPick: paint } : {})}
                  />
                ))}
              </SimpleGrid>
            </Section>
          </Stack>
        }
        rail={
          <PlannerRail
            rules={rules}
            months={months.map((month) => ({ month, from: `${month}-01`, to: endOfMonth(`${month}-01`) }))}
            year={year}
            terms={calendar.terms}
            {...(mayEdit
              ? { onRemove: (gone) => setDays((now) => now.filter((day) => !gone.includes(day))) }
              : {})}
          />
        }
      />
      {dirty && (
        <div className={classes.unsaved}>
          <Section title="Unsaved changes">
            <Stack gap="sm">
              {save.error && (
                <Alert color="danger" variant="light" role="alert">
                  {save.error.message}
                  {Object.values(save.error.fields).map((text) => (
                    <div key={text}>{text}</div>
                  ))}
                </Alert>
              )}
              {status === 'PUBLISHED' && (
                <TextInput
                  label="Reason"
                  description="Needed when a day that is over changes."
                  maxLength={300}
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value)}
                  error={save.error?.fields['reason']}
                />
              )}
              <Group justify="flex-end">
                <Button
                  variant="default"
                  onClick={() => {
                    setDays(calendar.days);
                    setHead(firstOf(calendar));
                  }}
                >
                  Discard
                </Button>
                <Button loading={save.running} onClick={() => void run()}>
                  Save calendar
                </Button>
              </Group>
            </Stack>
          </Section>
        </div>
      )}
      <UnsavedGuard guards={() => dirty && !saved.current} />
      {closing && <CloseDay today={todayIst(serverNow())} last={year.to} onClose={() => setClosing(false)} />}
    </PageFrame>
  );
}

/** Picked days get the brush's entry; where all of them have it already it is taken away. */
function paintedDays(before: readonly CalendarDay[], picked: readonly Day[], brush: Brush): CalendarDay[] {
  const has = (day: Day) => before.some((entry) => entry.onDate === day && entry.kind === brush.kind);
  const without = before.filter((entry) => !(picked.includes(entry.onDate) && entry.kind === brush.kind));
  if (picked.every(has)) return without;
  const added = picked.map((onDate) => ({
    onDate,
    kind: brush.kind,
    title: brush.title.trim() || calendarDayKinds[brush.kind],
    classIds: brush.classIds.length > 0 ? [...brush.classIds] : null,
    staffWorks: brush.staffWorks,
  }));
  return [...without, ...added].sort(
    (a, b) => a.onDate.localeCompare(b.onDate) || a.kind.localeCompare(b.kind),
  );
}

function cellOf(verdict: ReturnType<typeof dayKindOf>, days: readonly CalendarDay[], day: Day) {
  const entry = days.find((one) => one.onDate === day);
  const kind = entry?.kind ?? verdict.kind;
  const words = entry ? `${calendarDayKinds[entry.kind]}: ${entry.title}` : verdict.works ? null : 'Day off';
  return {
    ...(words ? { says: words } : {}),
    ...(dayColours[kind] ? { background: dayColours[kind] } : {}),
    content: entry ? (
      <span className={classes.note}>{entry.title}</span>
    ) : verdict.works ? null : (
      <span className={classes.note}>Off</span>
    ),
  };
}

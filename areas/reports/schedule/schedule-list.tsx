import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { scheduleContract as contract, scheduleRuns, schedules } from './schedule.contract.ts';
import { EditSchedule, NewSchedule } from './schedule-form.tsx';

stateTable('report-schedule', {
  ACTIVE: ['success', 'Active'],
  PAUSED: ['warning', 'Paused'],
  ENDED: ['neutral', 'Ended'],
});
stateTable('report-schedule-run', {
  STARTED: ['info', 'Being made'],
  DONE: ['success', 'Sent'],
  EMPTY: ['neutral', 'Empty, not sent'],
  FAILED: ['danger', 'Failed'],
  SKIPPED: ['warning', 'May not read it'],
});

type Row = ListingRow<typeof schedules.endpoints.list>;
type Run = ListingRow<typeof scheduleRuns.endpoints.list>;
type Step = 'pause' | 'resume' | 'end';
type Asked = 'new' | { step: 'edit' | Step; row: Row };

/** /schedule-report/home */
export function ScheduleHome() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const writes = useSession().holds(contract.create.module, true);
  const close = () => setAsked(null);
  return (
    <PageFrame
      title="Scheduled reports"
      primary={{
        label: 'Schedule a report',
        icon: <IconPlus {...icon} />,
        run: () => setAsked('new'),
        hidden: !writes,
      }}
    >
      <PageTabs
        tabs={[
          { value: 'schedules', label: 'Schedules', content: <Schedules ask={setAsked} /> },
          { value: 'runs', label: 'Runs', content: <Runs /> },
        ]}
      />
      {asked === 'new' ? <NewSchedule onClose={close} /> : null}
      {asked !== null && asked !== 'new' && asked.step === 'edit' ? (
        <EditSchedule id={asked.row.id} onClose={close} />
      ) : null}
      {asked !== null && asked !== 'new' && asked.step !== 'edit' ? (
        <StepDialog step={asked.step} row={asked.row} onClose={close} />
      ) : null}
    </PageFrame>
  );
}

function Schedules({ ask }: { ask: (asked: Asked) => void }) {
  const list = useListing(schedules);
  const options = {
    refresh: ['report-schedule', 'report-schedule-run'],
    onError: (error: Parameters<typeof notice.error>[0]) => notice.error(error),
    onDone: ({ started, skipped }: { started: number; skipped: number }) =>
      notice.ok(
        skipped === 0
          ? `Being made for ${started}.`
          : `Being made for ${started}; ${skipped} may not read it.`,
      ),
  };
  const runNow = useCommand(contract.runNow, options);
  const test = useCommand(contract.test, options);
  return (
    <ListingTable
      of={schedules}
      list={list}
      cells={{
        name: { minWidth: 180 },
        when: { minWidth: 180, second: reachOf },
        status: {
          cell: (row: Row) => <StatusTag area="report-schedule" state={row.status} />,
          second: (row: Row) => row.reason,
        },
      }}
      actions={(row) => [
        {
          label: 'Edit',
          edit: true,
          frequent: true,
          hidden: !row.can.edit,
          run: () => ask({ step: 'edit', row }),
        },
        { label: 'Send me a test', hidden: !row.can.test, run: () => test.run({ id: row.id }) },
        { label: 'Run now', hidden: !row.can.run, run: () => runNow.run({ id: row.id }) },
        { label: 'Pause', hidden: !row.can.pause, run: () => ask({ step: 'pause', row }) },
        { label: 'Resume', hidden: !row.can.resume, run: () => ask({ step: 'resume', row }) },
        { label: 'End', danger: true, hidden: !row.can.end, run: () => ask({ step: 'end', row }) },
      ]}
      searchHint="Name or owner"
      empty={{
        title: 'Nothing scheduled.',
        help: 'A report is made and sent by itself, on the days you choose.',
      }}
    />
  );
}

const reachOf = ({ people, roles }: Row): string =>
  [
    people > 0 ? `${people} ${people === 1 ? 'person' : 'people'}` : null,
    roles > 0 ? `${roles} ${roles === 1 ? 'role' : 'roles'}` : null,
  ]
    .filter(Boolean)
    .join(', ');

function Runs() {
  return (
    <ListingTable
      of={scheduleRuns}
      list={useListing(scheduleRuns)}
      cells={{ state: { cell: (row: Run) => <StatusTag area="report-schedule-run" state={row.state} /> } }}
      searchHint="Schedule or person"
      empty={{ title: 'No runs yet.', help: 'What was sent, and to whom, stands here.' }}
    />
  );
}

const steps = {
  pause: {
    title: 'Pause',
    text: 'Nothing is sent until it goes on.',
    confirm: 'Pause',
    done: 'Paused.',
    danger: false,
  },
  resume: {
    title: 'Resume',
    text: 'It goes on from its next day.',
    confirm: 'Resume',
    done: 'Resumed.',
    danger: false,
  },
  end: {
    title: 'End',
    text: 'It is not sent any more. This cannot be undone.',
    confirm: 'End',
    done: 'Ended.',
    danger: true,
  },
} as const;

function StepDialog({ step, row, onClose }: { step: Step; row: Row; onClose: () => void }) {
  const { title, danger, ...words } = steps[step];
  const shared = {
    title: `${title} ${row.name}`,
    ...words,
    ...(danger ? { danger } : {}),
    start: { id: row.id },
    ifMatch: row.version,
    refresh: ['report-schedule'],
    onClose,
  };
  if (step === 'pause') return <CommandDialog of={contract.pause} {...shared} />;
  return step === 'resume' ? (
    <CommandDialog of={contract.resume} {...shared} />
  ) : (
    <CommandDialog of={contract.end} {...shared} />
  );
}

// The visits of a day: who is expected at what time, who came, who came without an appointment.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatTime, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DaySteps } from '@aangan/web/calendar/day-steps.tsx';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount, formatDay, weekdayOf } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { childLinkColumn } from '../enquiry/child-column.tsx';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useDialogStep, useStep } from '../enquiry/use-step.web.ts';
import { appointmentContract } from './appointment.contract.ts';

type Visit = OutputOf<typeof appointmentContract.list>['rows'][number];

const looks = {
  EXPECTED: ['info', 'Expected'],
  CONFIRMED: ['confirm', 'Confirmed'],
  CAME: ['success', 'Came'],
  NO_SHOW: ['danger', 'Did not come'],
  WALK_IN: ['shipped', 'Walk-in'],
} as const;

const columns: readonly Column<Visit>[] = [
  textColumn('at', 'Time', (visit) => formatTime(visit.at), { width: 100 }),
  childLinkColumn((visit) =>
    [visit.guardianName, visit.className, visit.mobileMasked].filter(Boolean).join(' · '),
  ),
  textColumn('owner', 'Owner', (visit) => visit.ownerName ?? 'Nobody'),
  {
    id: 'state',
    label: 'State',
    cell: (visit) => <Tag tone={looks[visit.state][0]}>{looks[visit.state][1]}</Tag>,
  },
  { id: 'do', label: '', cell: (visit) => <VisitSteps visit={visit} /> },
];

export function VisitsTab() {
  const today = todayIst(new Date(serverNow()));
  const [date, setDate] = useState(today);
  const visits = useQuery(appointmentContract.list, { date }, { keepPrevious: true, every: 60_000 });
  return (
    <Stack gap="md">
      <DaySteps day={date} today={today} onChange={setDate} />
      <QueryState query={visits}>
        {(data) =>
          data.rows.length === 0 ? (
            <EmptyState
              title={`No visit on ${formatDay(date)}`}
              help="A visit is fixed from the call: key 8, with its time."
            />
          ) : (
            <Section
              title={`${weekdayOf(date)}, ${formatDay(date)}`}
              help={`${formatCount(data.rows.length)} ${data.rows.length === 1 ? 'visit' : 'visits'}`}
              flush
            >
              <ShortTable
                label="Visits"
                rows={data.rows}
                keyOf={(visit) => `${visit.id} ${visit.at}`}
                columns={columns}
                minWidth={640}
              />
            </Section>
          )
        }
      </QueryState>
    </Stack>
  );
}

function VisitSteps({ visit }: { visit: Visit }) {
  const [moving, setMoving] = useState(false);
  const confirm = useStep(appointmentContract.confirm, 'Confirmed.', ['enquiry', 'follow-up']);
  const missed = useStep(
    appointmentContract.noShow,
    (out) => `The family is called on ${formatDay(out.nextFollowUpOn)}.`,
    ['enquiry', 'follow-up'],
  );
  const waits = visit.state === 'EXPECTED' || visit.state === 'CONFIRMED';
  const past = Date.parse(visit.at) <= serverNow();
  const of = { enquiryId: visit.id };
  const at = { ifMatch: visit.version };
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {visit.can['confirm'] && !past && (
          <Button
            size="compact-sm"
            variant="default"
            loading={confirm.running}
            onClick={() => void confirm.run(of, at)}
          >
            Confirm
          </Button>
        )}
        {visit.can['noShow'] && past && (
          <Button
            size="compact-sm"
            variant="default"
            loading={missed.running}
            onClick={() => void missed.run(of, at)}
          >
            Did not come
          </Button>
        )}
        {waits && visit.can['move'] && (
          <Button size="compact-sm" variant="default" onClick={() => setMoving(true)}>
            Other time
          </Button>
        )}
      </Group>
      {moving && <MoveDialog visit={visit} onClose={() => setMoving(false)} />}
    </>
  );
}

function MoveDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const [at, setAt] = useState<string | null>(visit.at);
  const move = useDialogStep(
    enquiryContract.moveStage,
    'The visit has a new time. The family is told if it agreed to messages.',
    { onClose, refresh: ['follow-up', 'appointment'] },
  );
  return (
    <Modal opened onClose={onClose} title={`Another time for ${visit.childName}`}>
      <Stack gap="md">
        <FieldInput
          kind="dateTime"
          label="Time of the visit"
          value={at}
          onChange={(value) => setAt(typeof value === 'string' ? value : null)}
          error={move.error?.fields?.['appointmentAt']}
        />
        <DialogFoot error={move.error} fieldsTell onCancel={onClose}>
          <Button
            loading={move.running}
            disabled={!at}
            onClick={() =>
              void move.run(
                { id: visit.id, action: 'reschedule', appointmentAt: at },
                { ifMatch: visit.version },
              )
            }
          >
            Move the visit
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

// The visits of a day: who is expected at what time, who came, who came without an appointment.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, formatTime, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount, formatDay, weekdayOf } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { ActionIcon, Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { appointmentContract } from './appointment.contract.ts';

type Visit = OutputOf<typeof appointmentContract.list>['rows'][number];

const looks = {
  EXPECTED: ['info', 'Expected'],
  CONFIRMED: ['confirm', 'Confirmed'],
  CAME: ['success', 'Came'],
  NO_SHOW: ['danger', 'Did not come'],
  WALK_IN: ['shipped', 'Walk-in'],
} as const;

export function VisitsTab() {
  const today = todayIst(new Date(serverNow()));
  const [date, setDate] = useState(today);
  const visits = useQuery(appointmentContract.list, { date }, { keepPrevious: true, every: 60_000 });
  return (
    <Stack gap="md">
      <Group gap="xs" align="flex-end">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Day before"
          onClick={() => setDate(addDays(date, -1))}
        >
          <IconChevronLeft {...icon} />
        </ActionIcon>
        <FieldInput
          kind="date"
          label="Day"
          value={date}
          onChange={(value) => setDate(typeof value === 'string' ? value : today)}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Day after"
          onClick={() => setDate(addDays(date, 1))}
        >
          <IconChevronRight {...icon} />
        </ActionIcon>
      </Group>
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
              <Table.ScrollContainer minWidth={640}>
                <Table verticalSpacing="sm" horizontalSpacing="md">
                  <Table.Tbody>
                    {data.rows.map((visit) => (
                      <VisitRow key={`${visit.id} ${visit.at}`} visit={visit} />
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Section>
          )
        }
      </QueryState>
    </Stack>
  );
}

function VisitRow({ visit }: { visit: Visit }) {
  const [moving, setMoving] = useState(false);
  const refresh = { refresh: ['enquiry', 'follow-up'], onError: (error: unknown) => notice.error(error) };
  const confirm = useCommand(appointmentContract.confirm, {
    ...refresh,
    onDone: () => notice.ok('Confirmed.'),
  });
  const missed = useCommand(appointmentContract.noShow, {
    ...refresh,
    onDone: (out) => notice.ok(`The family is called on ${formatDay(out.nextFollowUpOn)}.`),
  });
  const [tone, label] = looks[visit.state];
  const waits = visit.state === 'EXPECTED' || visit.state === 'CONFIRMED';
  const past = Date.parse(visit.at) <= serverNow();
  const of = { enquiryId: visit.id };
  const at = { ifMatch: visit.version };
  return (
    <Table.Tr>
      <Table.Td className="figures" w={100}>
        {formatTime(visit.at)}
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/forms/edit/${visit.enquiryCode}`}>
          {visit.childName}
        </Anchor>
        <Text fz="xs" className="quiet">
          {[visit.guardianName, visit.className, visit.mobileMasked].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>{visit.ownerName ?? 'Nobody'}</Table.Td>
      <Table.Td>
        <Tag tone={tone}>{label}</Tag>
      </Table.Td>
      <Table.Td>
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
      </Table.Td>
    </Table.Tr>
  );
}

function MoveDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const [at, setAt] = useState<string | null>(visit.at);
  const move = useCommand(enquiryContract.moveStage, {
    refresh: ['follow-up', 'appointment'],
    onDone: () => {
      notice.ok('The visit has a new time. The family is told if it agreed to messages.');
      onClose();
    },
  });
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

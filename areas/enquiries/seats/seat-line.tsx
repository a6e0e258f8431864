// Under a class that is chosen: what is free here and at the two nearest centres; a full one offers the waiting list.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { applicationContract } from '../../admissions/application/application.contract.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import { classSeatsContract } from './class-seats.contract.ts';

export type ClassSeats = OutputOf<typeof classSeatsContract.list>['rows'][number];

const FEW = 3;

/** Seats by class; of an enquiry, or of the chosen centre and year. */
export const useClassSeats = (enquiryId?: string) =>
  useQuery(classSeatsContract.list, enquiryId ? { enquiryId } : {}, { fresh: 60_000 });

/** 'Nursery, 3 left' for lists of classes. */
export function classOptions(
  classes: readonly { id: number; name: string }[],
  seats: readonly ClassSeats[],
): { value: string; label: string }[] {
  return classes.map(({ id, name }) => {
    const left = seats.find((one) => one.classId === id)?.left ?? null;
    const more = left === null ? '' : left === 0 ? ', full' : `, ${formatCount(left)} left`;
    return { value: String(id), label: `${name}${more}` };
  });
}

export function SeatTag({ left }: { left: number }) {
  return left === 0 ? (
    <Tag tone="danger">Full</Tag>
  ) : (
    <Tag tone={left <= FEW ? 'warning' : 'success'}>{`${formatCount(left)} left`}</Tag>
  );
}

export const nearText = (row: ClassSeats): string =>
  row.near
    .map((one) => `${one.centre} ${one.left === 0 ? 'full' : `${formatCount(one.left)} left`}, ${one.km} km`)
    .join(' · ');

interface SeatLineProps {
  classId: number | null;
  enquiry?: { id: string; enquiryCode?: string } | undefined;
}

export function SeatLine({ classId, enquiry }: SeatLineProps) {
  const seats = useClassSeats(enquiry?.id).data?.rows ?? [];
  const row = seats.find((one) => one.classId === classId);
  if (!row || row.left === null) return null;
  return (
    <Stack gap={4} role="status">
      <Group gap="xs">
        <SeatTag left={row.left} />
        {row.near.length > 0 && (
          <Text fz="xs" className="quiet">
            {`Near: ${nearText(row)}`}
          </Text>
        )}
      </Group>
      {row.left === 0 && <WaitingOffer waiting={row.waiting} enquiryCode={enquiry?.enquiryCode} />}
    </Stack>
  );
}

/** The waiting list is admissions': a form that was handed in takes its place there. */
export function WaitingOffer({ waiting, enquiryCode }: { waiting: number; enquiryCode: string | undefined }) {
  const { holds } = useSession();
  const may = holds(applicationContract.waitlist.module, true);
  const forms = useQuery(
    applicationContract.list,
    { enquiryCode: enquiryCode ?? '', limit: 1 },
    { enabled: enquiryCode !== undefined && may, fresh: 0 },
  );
  const put = useStep(applicationContract.waitlist, (out) => `On the waiting list: place ${out.place}.`, [
    'enquiry',
    'class-seats',
  ]);
  const form = forms.data?.rows[0];
  const waits = waiting === 0 ? 'Nobody waits yet.' : `${formatCount(waiting)} on the waiting list.`;
  if (form?.status === 'WAITLISTED')
    return (
      <Text fz="xs" className="quiet">
        This child is on the waiting list.
      </Text>
    );
  return form?.can['waitlist'] ? (
    <Group gap="xs">
      <Text fz="xs" className="quiet">
        {waits}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={put.running}
        onClick={() => void put.run({ id: form.id }, { ifMatch: form.version })}
      >
        Put on the waiting list
      </Button>
    </Group>
  ) : (
    <Text fz="xs" className="quiet">
      {`${waits} A place on it opens with the application form: send its link.`}
    </Text>
  );
}
